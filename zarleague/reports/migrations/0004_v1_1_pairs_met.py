"""How much the players of a rating list have met."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0003_v1_1_all_time"),
    ]

    operations = [
        migrations.AddField("ratinglist", "pairs_met", models.PositiveIntegerField(null=True)),
        migrations.AddField("ratinglist", "pair_hands", models.PositiveBigIntegerField(null=True)),
    ]
