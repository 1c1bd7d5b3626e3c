"""What another program calls a game. Games opened before have none: nothing has to be filled in."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("races", "0001_initial")]

    operations = [
        migrations.AddField("game", "source", models.TextField(null=True)),
        migrations.AddField("game", "source_id", models.TextField(null=True)),
    ]
