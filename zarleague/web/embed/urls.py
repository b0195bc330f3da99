"""URLs of embeds."""

from django.urls import path

from zarleague.web.embed import views

urlpatterns = [
    path("embed/<str:token>/", views.embed, name="embed"),
    path("embed/<str:token>/<slug:name>.<str:form>", views.part, name="embed-part"),
]
