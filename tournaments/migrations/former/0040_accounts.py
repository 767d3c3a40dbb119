"""Accounts: links to them, what was done to them, sessions, second factors, mails, and who a player is."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('sessions', '0001_initial'),
        ('tournaments', '0039_answered_requests'),
    ]

    operations = [
        migrations.CreateModel(
            name='AccountEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('password-link', 'A link for a new password was made.'), ('password', 'The password was changed.'), ('address', 'The e-mail address was changed.'), ('address-undone', 'The former e-mail address was brought back.'), ('app-added', 'An authenticator app was added.'), ('app-removed', 'The authenticator app was removed.'), ('codes-made', 'New recovery codes were made.'), ('code-used', 'A recovery code was used.'), ('passkey-added', 'A passkey was added.'), ('passkey-removed', 'A passkey was removed.'), ('taken-off', 'The second factor was taken off.')], max_length=20, verbose_name='what')),
                ('at', models.DateTimeField(verbose_name='at')),
            ],
            options={
                'verbose_name': 'event of an account',
                'verbose_name_plural': 'events of accounts',
            },
        ),
        migrations.CreateModel(
            name='AccountLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('password', 'a new password'), ('address', 'a new e-mail address'), ('undo', 'the former e-mail address again')], max_length=10, verbose_name='kind')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail address')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('made_at', models.DateTimeField(verbose_name='made at')),
                ('expires_at', models.DateTimeField(verbose_name='expires at')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='used at')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='revoked at')),
            ],
            options={
                'verbose_name': 'link to an account',
                'verbose_name_plural': 'links to accounts',
            },
        ),
        migrations.CreateModel(
            name='AuthenticatorApp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret', models.TextField(editable=False)),
                ('last_step', models.PositiveBigIntegerField(default=0, editable=False)),
                ('made_at', models.DateTimeField(verbose_name='made at')),
            ],
            options={
                'verbose_name': 'authenticator app',
                'verbose_name_plural': 'authenticator apps',
            },
        ),
        migrations.CreateModel(
            name='Mail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sealed', models.TextField(editable=False)),
                ('made_at', models.DateTimeField(verbose_name='made at')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent at')),
            ],
            options={
                'verbose_name': 'mail',
                'verbose_name_plural': 'mails',
            },
        ),
        migrations.CreateModel(
            name='Passkey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('credential_id', models.CharField(editable=False, max_length=1400, unique=True)),
                ('credential', models.TextField(editable=False)),
                ('sign_count', models.PositiveBigIntegerField(default=0, editable=False)),
                ('made_at', models.DateTimeField(verbose_name='made at')),
                ('last_used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used at')),
            ],
            options={
                'verbose_name': 'passkey',
                'verbose_name_plural': 'passkeys',
            },
        ),
        migrations.CreateModel(
            name='PlayerClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('made_at', models.DateTimeField(verbose_name='made at')),
                ('expires_at', models.DateTimeField(verbose_name='expires at')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='used at')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='revoked at')),
            ],
            options={
                'verbose_name': 'claim of a player',
                'verbose_name_plural': 'claims of players',
            },
        ),
        migrations.CreateModel(
            name='RecoveryCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code_hash', models.CharField(editable=False, max_length=64)),
                ('made_at', models.DateTimeField(verbose_name='made at')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='used at')),
            ],
            options={
                'verbose_name': 'recovery code',
                'verbose_name_plural': 'recovery codes',
            },
        ),
        migrations.CreateModel(
            name='UserSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('browser', models.CharField(blank=True, max_length=20, verbose_name='browser')),
                ('device', models.CharField(max_length=60, verbose_name='device')),
                ('made_at', models.DateTimeField(verbose_name='made at')),
                ('last_seen_at', models.DateTimeField(verbose_name='last seen')),
            ],
            options={
                'verbose_name': 'session of a user',
                'verbose_name_plural': 'sessions of users',
            },
        ),
        migrations.AddField(
            model_name='player',
            name='account',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to=settings.AUTH_USER_MODEL, verbose_name='account'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('club', 'account'), name='one_player_per_club_and_account'),
        ),
        migrations.AddField(
            model_name='accountevent',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='accountevent',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='account_events', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='accountlink',
            name='made_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='accountlink',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='account_links', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='authenticatorapp',
            name='user',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='authenticator_app', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='passkey',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passkeys', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='playerclaim',
            name='made_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='playerclaim',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='tournaments.player'),
        ),
        migrations.AddField(
            model_name='playerclaim',
            name='used_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='recoverycode',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='usersession',
            name='session',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='sessions.session'),
        ),
        migrations.AddField(
            model_name='usersession',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='recoverycode',
            constraint=models.UniqueConstraint(fields=('user', 'code_hash'), name='recovery_codes_are_unlike'),
        ),
    ]
