"""The webhooks of a league: add, switch on and off, test, remove, and list deliveries."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from zarleague.api.base import LEAGUE, Endpoint
from zarleague.api.fields import OneOfField, TextField, YesNoField
from zarleague.api.inputs import Input
from zarleague.api.operations import Scope
from zarleague.api.schema import changes, lists, reads, writes
from zarleague.exchange.models import Delivery, Webhook
from zarleague.exchange.tasks import queue_webhook
from zarleague.exchange.webhooks import services
from zarleague.exchange.webhooks.messages import EVENTS
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League


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
    @lists("list_webhooks", WebhookShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the webhooks. Organisers only."""
        return services.webhooks_of(self.organised(slug))

    @writes("add_webhook", WebhookInput, NewWebhookShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Add a webhook. Organisers only."""
        league, given = self.organised(slug), self.given(WebhookInput)
        made = self.apply_write(league, services.add_webhook, league, **given)
        return self.found(services.webhook_of(league, made))


class _WebhookEndpoint(Endpoint):
    """Base of the views of one webhook."""

    def webhook(self, slug: str, webhook_id: int) -> Webhook:
        """Return a webhook of a league, for its organisers."""
        return self.found(services.webhook_of(self.organised(slug), webhook_id))


class OneWebhook(_WebhookEndpoint):
    @reads("read_webhook", WebhookShape)
    def get(self, request: Request, slug: str, webhook_id: int) -> object:
        """Return the webhook."""
        return self.webhook(slug, webhook_id)

    @changes("change_webhook", WebhookChange, WebhookShape)
    def patch(self, request: Request, slug: str, webhook_id: int) -> Response:
        """Switch the webhook on or off, or choose its events."""
        found, given = self.webhook(slug, webhook_id), self.given(WebhookChange)
        chosen = {"active": found.active, "events": found.events} | given
        self.apply_write(found.league, services.change_webhook, found, **chosen)
        return self.get(request, slug, webhook_id)

    @changes("remove_webhook", None, None, 204)
    def delete(self, request: Request, slug: str, webhook_id: int) -> None:
        """Remove the webhook and its messages. Repeating it changes nothing."""
        league = self.organised(slug)
        self.apply_write(league, self._remove, league, webhook_id)

    def _remove(self, league: League, webhook_id: int, *, actor: Actor) -> None:
        if (found := services.webhook_of(league, webhook_id)) is not None:
            services.remove_webhook(found, actor=actor)


class Deliveries(_WebhookEndpoint):
    @lists("list_deliveries", DeliveryShape)
    def get(self, request: Request, slug: str, webhook_id: int) -> object:
        """Return the messages, latest first."""
        return services.all_deliveries_of(self.webhook(slug, webhook_id))

    @writes("test_webhook", None, DeliveryShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, webhook_id: int) -> object:
        """Send a test message."""
        found = self.webhook(slug, webhook_id)
        made = self.apply_write(found.league, services.send_test, found)
        queue_webhook(found)
        return self.found(services.delivery_of(found, made))


class SendingAgain(_WebhookEndpoint):
    @writes("send_again", None, DeliveryShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, webhook_id: int, delivery_id: int) -> object:
        """Send the same message again, with the same id."""
        found = self.webhook(slug, webhook_id)
        delivery = self.found(services.delivery_of(found, delivery_id))
        self.apply_write(found.league, services.send_again, delivery)
        queue_webhook(found)
        delivery.refresh_from_db()
        return delivery


_WEBHOOKS = f"{LEAGUE}webhooks/"
_ONE = f"{_WEBHOOKS}<int:webhook_id>/"

urlpatterns = [
    Webhooks.at(_WEBHOOKS, "webhooks"),
    OneWebhook.at(_ONE, "webhook"),
    Deliveries.at(f"{_ONE}deliveries/", "deliveries"),
    SendingAgain.at(f"{_ONE}deliveries/<int:delivery_id>/again/", "send-again"),
]
