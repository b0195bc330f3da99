import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0002_merged_players"),
        ("reports", "0002_ratings_and_reports"),
    ]

    operations = [
        migrations.AlterField(
            model_name="ratinghistory",
            name="list",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="history",
                to="reports.ratinglist",
            ),
        ),
        migrations.AlterField(
            model_name="ratinghistory",
            name="player",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="leagues.player",
            ),
        ),
    ]
