"""Programs changed on purpose, to see which tests notice: of the rules every change, of the house a sample."""
