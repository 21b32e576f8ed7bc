import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0003_training"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LoweredMark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("before", models.FloatField()),
                ("after", models.FloatField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="TrainingPass",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ("id",),
            },
        ),
        migrations.AddField(
            model_name="look",
            name="state",
            field=models.CharField(blank=True, max_length=32),
        ),
        migrations.AddField(
            model_name="sheet",
            name="imported",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="look",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", ""), _negated=True),
                fields=("judge", "campaign", "by", "state"),
                name="looked_once_at_the_same",
            ),
        ),
        migrations.AddField(
            model_name="loweredmark",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="lowered_marks",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="loweredmark",
            name="campaign",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="lowered_marks",
                to="annotation.campaign",
            ),
        ),
        migrations.AddField(
            model_name="trainingpass",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="let_in",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="trainingpass",
            name="campaign",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="training_passes",
                to="annotation.campaign",
            ),
        ),
        migrations.AddField(
            model_name="trainingpass",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="training_passes",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="loweredmark",
            constraint=models.CheckConstraint(
                condition=models.Q(("after__gte", 0), ("after__lt", models.F("before"))),
                name="lowered_and_not_raised",
            ),
        ),
        migrations.AddConstraint(
            model_name="trainingpass",
            constraint=models.UniqueConstraint(fields=("campaign", "person"), name="let_in_once"),
        ),
    ]
