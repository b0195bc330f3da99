"""URLs for the operator's tools."""

from django.urls import path

from zarleague.operations.metrics import metrics
from zarleague.operations.readiness import ready

urlpatterns = [path("readyz", ready, name="ready"), path("metrics", metrics, name="metrics")]
