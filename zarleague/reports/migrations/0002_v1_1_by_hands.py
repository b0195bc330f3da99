"""What the hands alone say of a rating."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0001_initial"),
    ]

    operations = [
        migrations.AddField("ratingrow", "by_hands", models.FloatField(db_default=0.0)),
    ]
