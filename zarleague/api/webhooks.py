"""The webhooks of a league: add, switch on and off, test, remove, and list deliveries."""

from typing import Any

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import Endpoint
from zarleague.api.fields import OneOfField, TextField, YesNoField
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.schema import changes, lists, reads, writes
from zarleague.exchange.models import Delivery, Webhook
from zarleague.exchange.tasks import queue_webhook
from zarleague.exchange.webhooks import services
from zarleague.exchange.webhooks.messages import EVENTS


class WebhookShape(serializers.ModelSerializer):
    """A webhook; ``problem`` is the reason if the site switched it off. Its address, and its chat
    or token, are never returned."""

    events = serializers.ListField(child=serializers.ChoiceField(EVENTS))

    class Meta:
        model = Webhook
        fields: tuple[str, ...] = (
            "id",
            "label",
            "shape",
            "events",
            "active",
            "problem",
            "created_at",
        )


class NewWebhookShape(WebhookShape):
    """A new webhook, with the secret that signs its messages."""

    class Meta(WebhookShape.Meta):
        fields = (*WebhookShape.Meta.fields, "secret")


class WebhookInput(Input):
    """A new webhook. ``extra`` is the chat for Telegram, the access token for Matrix."""

    label = TextField(max_length=80, default="", allow_blank=True)
    shape = OneOfField(Webhook.Shape.values, default=Webhook.Shape.STANDARD)
    address = TextField(max_length=1000)
    extra = TextField(max_length=500, default="", allow_blank=True)
    events = serializers.ListField(child=OneOfField(EVENTS), default=list(EVENTS))


class WebhookChange(Input):
    """Whether a webhook is on, and which events it receives."""

    active = YesNoField(required=False)
    events = serializers.ListField(child=OneOfField(EVENTS), required=False)


class DeliveryShape(serializers.ModelSerializer):
    """One message to a webhook: its body, and the last response."""

    class Meta:
        model = Delivery
        fields = (
            "id",
            "key",
            "event",
            "body",
            "state",
            "attempts",
            "created_at",
            "tried_at",
            "status",
            "answer",
        )


class Webhooks(Endpoint):
    """The webhooks of a league. Organisers only."""

    @lists("list_webhooks", WebhookShape)
    def get(self, request: Request, slug: str) -> Response:
        """Return the webhooks. Organisers only."""
        return self.paged(services.webhooks_of(self.organised(slug)), WebhookShape)

    @writes("add_webhook", WebhookInput, NewWebhookShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> Response:
        """Add a webhook. Organisers only."""
        league, given = self.organised(slug), self.given(WebhookInput)

        def write() -> int:
            return services.add_webhook(league, actor=self.actor, **given).pk

        made = self.found(services.webhook_of(league, self.apply_write(league, write, **given)))
        return Response(NewWebhookShape(made).data, status=201)


class _WebhookEndpoint(Endpoint):
    """Base of the views of one webhook."""

    def webhook(self, slug: str, webhook_id: int) -> Webhook:
        """Return a webhook of a league, for its organisers."""
        return self.found(services.webhook_of(self.organised(slug), webhook_id))


class OneWebhook(_WebhookEndpoint):
    """One webhook."""

    @reads("read_webhook", WebhookShape)
    def get(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Return the webhook."""
        return Response(WebhookShape(self.webhook(slug, webhook_id)).data)

    @changes("change_webhook", WebhookChange, WebhookShape)
    def patch(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Switch the webhook on or off, or choose its events."""
        found, given = self.webhook(slug, webhook_id), self.given(WebhookChange)
        chosen = {"active": found.active, "events": found.events} | given

        def write() -> int:
            return services.change_webhook(found, actor=self.actor, **chosen).pk

        def now() -> Any:
            found.refresh_from_db()
            return WebhookShape(found).data

        self.apply_write(found.league, write, now=now, given=given)
        return Response(now())

    @changes("remove_webhook", None, None, 204)
    def delete(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Remove the webhook and its messages. Repeating it changes nothing."""
        league = self.organised(slug)

        def write() -> int:
            found = services.webhook_of(league, webhook_id)
            if found is not None:
                services.remove_webhook(found, actor=self.actor)
            return webhook_id

        def now() -> Any:
            return WebhookShape(self.webhook(slug, webhook_id)).data

        self.apply_write(league, write, now=now)
        return Response(status=204)


class Deliveries(_WebhookEndpoint):
    """The messages sent to a webhook in the last month."""

    @lists("list_deliveries", DeliveryShape)
    def get(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Return the messages, latest first."""
        found = services.all_deliveries_of(self.webhook(slug, webhook_id))
        return self.paged(found, DeliveryShape)

    @writes("test_webhook", None, DeliveryShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Send a test message."""
        found = self.webhook(slug, webhook_id)
        made = self.apply_write(
            found.league, lambda: services.send_test(found, actor=self.actor).pk
        )
        queue_webhook(found)
        return Response(DeliveryShape(self.found(services.delivery_of(found, made))).data, 201)


class SendingAgain(_WebhookEndpoint):
    """Repeat a message."""

    @writes("send_again", None, DeliveryShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, webhook_id: int, delivery_id: int) -> Response:
        """Send the same message again, with the same id."""
        found = self.webhook(slug, webhook_id)
        delivery = self.found(services.delivery_of(found, delivery_id))
        self.apply_write(found.league, lambda: services.send_again(delivery, actor=self.actor).pk)
        queue_webhook(found)
        delivery.refresh_from_db()
        return Response(DeliveryShape(delivery).data, 201)


_WEBHOOKS = "leagues/<slug:slug>/webhooks/"
_ONE = f"{_WEBHOOKS}<int:webhook_id>/"

urlpatterns = [
    path(_WEBHOOKS, Webhooks.as_view(), name="api-webhooks"),
    path(_ONE, OneWebhook.as_view(), name="api-webhook"),
    path(f"{_ONE}deliveries/", Deliveries.as_view(), name="api-deliveries"),
    path(
        f"{_ONE}deliveries/<int:delivery_id>/again/",
        SendingAgain.as_view(),
        name="api-send-again",
    ),
]
