"""Stood for all before it at once for a while: backups of then name it and none of those."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0025_each_index_once")]
