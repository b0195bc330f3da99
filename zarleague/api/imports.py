"""Imports: past results as a season, and leagues. Files are uploaded in pieces."""

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from zarleague.api.base import LEAGUE, Endpoint
from zarleague.api.fields import DayField, NumberField, OneOfField, TextField, YesNoField
from zarleague.api.inputs import Input, unknown_names
from zarleague.api.operations import Scope
from zarleague.api.schema import lists, reads, writes
from zarleague.exchange import transfers
from zarleague.exchange.history import services
from zarleague.exchange.history.checking import sentence
from zarleague.exchange.history.gathered import ProblemKind
from zarleague.exchange.history.layout import Layout, Shape, Use, Values
from zarleague.exchange.history.published import LONGEST
from zarleague.exchange.models import HistoryImport, Transfer
from zarleague.exchange.tasks import queue_clean_up, queue_transfer
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import League


class FileInput(Input):
    """A file to upload."""

    name = TextField(max_length=120)
    size = NumberField(min_value=1, help_text="Bytes.")


class HistoryInput(Input):
    """A file to upload, by ``name`` and ``size``, or the ``address`` of a published table."""

    name = TextField(max_length=120, required=False)
    size = NumberField(min_value=1, required=False, help_text="Bytes.")
    address = TextField(max_length=LONGEST, required=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of one of the two ways."""
        if given.keys() not in ({"name", "size"}, {"address"}):
            raise serializers.ValidationError("Send name and size of a file, or an address.")
        return given


class OtherGameInput(Input):
    """Another game of a file, as the file calls it."""

    game = TextField(max_length=200)


class PieceInput(Input):
    """One piece of a file as Base64: ``piece`` bytes, except for the last, which has the rest."""

    number = NumberField(min_value=0, max_value=1000, help_text="From 0.")
    content = TextField(max_length=transfers.PIECE * 4 // 3 + 4)

    def validate_content(self, text: str) -> bytes:
        """Return the decoded bytes."""
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError) as error:
            raise serializers.ValidationError("Not Base64.") from error


class TransferShape(serializers.ModelSerializer):
    """The progress of an import: ``done`` of ``total`` records."""

    key = serializers.CharField(source="key.hex")
    piece = serializers.SerializerMethodField()
    done = serializers.SerializerMethodField()
    problem = serializers.SerializerMethodField()
    league = serializers.SerializerMethodField()

    class Meta:
        model = Transfer
        fields = (
            "key",
            "name",
            "size",
            "piece",
            "state",
            "done",
            "total",
            "problem",
            "differing",
            "league",
            "asked_at",
        )
        extra_kwargs = {
            "differing": {"help_text": "Kinds of record in which the league is not as its file."}
        }

    def get_piece(self, one: Transfer) -> int:
        """Return the size in bytes of each piece but the last."""
        return transfers.PIECE

    def get_done(self, one: Transfer) -> int:
        """Return the number of records processed."""
        return transfers.progress_of(one)

    def get_problem(self, one: Transfer) -> str:
        """Return why it failed, "" if it did not."""
        return gettext(one.problem) if one.problem else ""

    def get_league(self, one: Transfer) -> str:
        """Return the slug of the league that was imported, "" until it exists."""
        return one.league.slug if one.league is not None and one.arrived else ""


class HistoryLayoutShape(Input):
    """The layout of a spreadsheet: ``uses`` names the use of each column."""

    shape = OneOfField([shape.value for shape in Shape])
    uses = serializers.ListField(child=OneOfField([use.value for use in Use]))
    headings = serializers.ListField(child=serializers.CharField(allow_blank=True), read_only=True)
    first_row = serializers.IntegerField(read_only=True)
    day_first = YesNoField(help_text="Whether 3/4 is the third of April.")
    restarts = YesNoField(
        help_text="Whether running totals start from zero each evening, and where they fall."
    )
    day = DayField(allow_null=True, help_text="If no column has the evening.")
    game = TextField(allow_blank=True, max_length=200)
    values = OneOfField([values.value for values in Values])
    thousands = TextField(allow_blank=True, max_length=1)
    turned = YesNoField(read_only=True, help_text="Whether rows and columns were exchanged.")


class HistoryLayoutChange(HistoryLayoutShape):
    """The parts of a layout that are different from what was recognised or chosen."""

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, none of them required."""
        fields: dict[str, Any] = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class ChoiceInput(Input):
    """The choices for an import; ``names`` maps names in the file to players' names. What is not
    sent stays as it is: of ``answers`` and ``names``, each. Both take what the last check asked and
    found: after another layout, read it first."""

    season = TextField(max_length=80, required=False)
    game = TextField(max_length=32, required=False)
    names = serializers.DictField(child=TextField(max_length=60), required=False)
    answers = serializers.DictField(
        child=TextField(max_length=20), required=False, help_text="By the key of the question."
    )
    leave_out = serializers.ListField(
        child=OneOfField([kind.value for kind in ProblemKind]),
        required=False,
        help_text="Kinds of problems; the hands that have one are left out.",
    )
    layout = HistoryLayoutChange(required=False)


class HistoryProblemShape(serializers.Serializer):
    """A problem with a cell, or with the file."""

    cell = serializers.CharField(allow_blank=True)
    text = serializers.CharField()
    kind = serializers.CharField(
        allow_blank=True, help_text="For `leave_out`; empty if that is not possible."
    )


class HistoryAnswerShape(serializers.Serializer):
    """A possible answer."""

    answer = serializers.CharField()
    text = serializers.CharField()


class HistoryQuestionShape(serializers.Serializer):
    """Something that the file leaves open and its owner knows."""

    key = serializers.CharField()
    text = serializers.CharField()
    choices = HistoryAnswerShape(many=True)
    answer = serializers.CharField(allow_blank=True, help_text="Empty until it is answered.")


class HistoryTableRowShape(serializers.Serializer):
    """A row of the table as it would stand."""

    rank = serializers.IntegerField(
        allow_null=True, help_text="Null for who has played fewer hands than a rank needs."
    )
    place = serializers.IntegerField(
        allow_null=True, required=False, help_text="The place if no minimum counted."
    )
    name = serializers.CharField()
    hands = serializers.IntegerField()
    wins = serializers.IntegerField()
    points = serializers.IntegerField()


class HistoryShape(serializers.ModelSerializer):
    """An import of past results. ``file`` is the progress of the file, null once it is deleted."""

    file = TransferShape(source="transfer", read_only=True, allow_null=True)
    layout = serializers.SerializerMethodField()
    problems = serializers.SerializerMethodField()
    questions = serializers.SerializerMethodField()
    table = HistoryTableRowShape(many=True, source="found.table", read_only=True, default=list)
    unit = serializers.SerializerMethodField()
    hands = serializers.SerializerMethodField()
    games = serializers.SerializerMethodField()
    names = serializers.SerializerMethodField()
    suggestions = serializers.SerializerMethodField()

    class Meta:
        model = HistoryImport
        fields = (
            "id",
            "name",
            "stage",
            "season",
            "file",
            "layout",
            "problems",
            "questions",
            "table",
            "unit",
            "hands",
            "games",
            "names",
            "suggestions",
            "made_at",
        )

    @extend_schema_field(HistoryLayoutShape(allow_null=True))
    def get_layout(self, one: HistoryImport) -> Any:
        """Return the recognised or chosen layout."""
        return HistoryLayoutShape(Layout.from_json(one.layout)).data if one.layout else None

    @extend_schema_field(HistoryProblemShape(many=True))
    def get_problems(self, one: HistoryImport) -> Any:
        """Return the problems to solve before the import."""
        if unreadable := one.found.get("unreadable"):
            return [{"cell": "", "text": sentence(**unreadable), "kind": ""}]
        return [
            {
                "cell": each["cell"],
                "text": sentence(each["msgid"], each["params"]),
                "kind": each["kind"],
            }
            for each in one.found.get("problems", ())
        ]

    @extend_schema_field(HistoryQuestionShape(many=True))
    def get_questions(self, one: HistoryImport) -> Any:
        """Return the questions to answer before the import."""
        return [
            {
                "key": each["key"],
                "text": sentence(each["msgid"], each["params"]),
                "choices": [
                    {"answer": answer, "text": sentence(msgid, each["params"])}
                    for answer, msgid in each["choices"]
                ],
                "answer": each["answer"],
            }
            for each in one.found.get("questions", ())
        ]

    def get_unit(self, one: HistoryImport) -> int:
        """Return into how many parts a point of the table is divided."""
        return int(one.found.get("unit", 1))

    def get_games(self, one: HistoryImport) -> list[str]:
        """Return the games in the file; that of the layout is the one to be imported here."""
        return list(one.found.get("games", ()))

    def get_hands(self, one: HistoryImport) -> int:
        """Return the number of hands found."""
        return int(one.found.get("hands", 0))

    def get_names(self, one: HistoryImport) -> dict[str, str]:
        """Return the player's name for each name in the file."""
        return {name["file"]: name["player"] for name in one.found.get("names", ())}

    def get_suggestions(self, one: HistoryImport) -> dict[str, list[str]]:
        """Return suggestions of similar players' names for each unknown name."""
        return dict(one.found.get("suggestions", {}))


class Histories(Endpoint):
    @lists("list_histories", HistoryShape)
    def get(self, request: Request, slug: str) -> object:
        """Return the latest finished imports. Organisers only."""
        return services.imports_of(self.organised(slug))

    @writes("begin_history", HistoryInput, HistoryShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str) -> object:
        """Start uploading a file with past results, or have a published table fetched. Organisers
        only."""
        league, given = self.organised(slug), self.given(HistoryInput)
        begin = services.begin_at if "address" in given else services.begin
        begun = begin(league, actor=self.actor, key=self.key, **given)
        queue_transfer(begun)
        return self.found(services.import_of(league, begun.key.hex))


class _HistoryEndpoint(Endpoint):
    """Base of the views of one import of past results."""

    def history(self, slug: str, file: str) -> HistoryImport:
        """Return an import by the key of its file."""
        return self.found(services.import_of(self.organised(slug), file))


class OneHistory(_HistoryEndpoint):
    @reads("read_history", HistoryShape)
    def get(self, request: Request, slug: str, file: str) -> object:
        """Return what was recognised in the file, and the state of the import."""
        return self.history(slug, file)

    @writes("arrange_history", ChoiceInput, HistoryShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, file: str) -> object:
        """Set the layout and the choices; the file is checked again."""
        found, given = self.history(slug, file), self.given(ChoiceInput)
        if not found.layout:
            raise services.not_waiting(found)
        self._require_known(found, given)
        given_layout = dict(given.pop("layout", {}))
        changed = found.layout | given_layout
        if changed.get("day"):
            changed["day"] = str(changed["day"])
        if len(changed["uses"]) != len(found.layout["uses"]):
            raise Invalid(
                "layout",
                gettext_noop("Send a use for each of the {count} columns."),
                count=len(found.layout["uses"]),
            )
        given["answers"] = self._agreeing(given.get("answers", {}), given_layout)
        for field in ("answers", "names"):
            given[field] = found.chosen.get(field, {}) | given.get(field, {})
        chosen = found.chosen | given
        layout = Layout.from_json(changed)
        self.apply_write(found.league, queued(services.choose), found, layout, chosen)
        return self.history(slug, file)

    def _require_known(self, found: HistoryImport, given: Mapping[str, Any]) -> None:
        """Raise ValidationError for answers to what the last check did not ask, and for names that
        it did not find; what was chosen before may be sent again."""
        known = {
            "answers": {each["key"] for each in found.found.get("questions", ())},
            "names": {each["file"] for each in found.found.get("names", ())},
        }
        for field, names in known.items():
            names |= found.chosen.get(field, {}).keys()
            if unknown := unknown_names(given.get(field, {}), names):
                raise serializers.ValidationError({field: unknown})

    def _agreeing(self, answers: dict[str, str], layout: Mapping[str, Any]) -> dict[str, str]:
        """Return the answers, with that to the question which number is the month if the layout
        says it. Raise Invalid if the two say different things."""
        if "day_first" not in layout:
            return answers
        said = "dmy" if layout["day_first"] else "mdy"
        if answers.get("days", said) != said:
            raise Invalid(
                "answers",
                gettext_noop(
                    "“day_first” in the layout says {said}, the answer to “days” says {answer}. "
                    "Send one of them."
                ),
                said=said,
                answer=answers["days"],
            )
        return answers | {"days": said}


class HistoryPieces(_HistoryEndpoint):
    @writes("send_history_piece", PieceInput, HistoryShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, file: str) -> object:
        """Upload the next piece; repeating one changes nothing."""
        transfer, given = self.history(slug, file).transfer, self.given(PieceInput)
        assert transfer is not None
        queue_transfer(transfers.add_piece(transfer, **given, actor=self.actor))
        return self.history(slug, file)


class HistoryConfirmation(_HistoryEndpoint):
    @writes("confirm_history", None, HistoryShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, file: str) -> object:
        """Write the season, in the background. 422 while there are problems."""
        found = self.history(slug, file)
        self.apply_write(found.league, queued(services.confirm), found)
        return self.history(slug, file)


class HistoryGames(_HistoryEndpoint):
    @writes("begin_other_game", OtherGameInput, HistoryShape, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, file: str) -> object:
        """Check another game of the file, as a new import beside this one: as the league's game of
        that name, else as a new game of its own, which confirming adds. Organisers only."""
        found, given = self.history(slug, file), self.given(OtherGameInput)
        made = self.apply_write(found.league, services.begin_other_game, found, **given)
        transfer = self.found(transfers.by_id(made))
        queue_transfer(transfer)
        return self.history(slug, transfer.key.hex)


class HistoryUndoing(_HistoryEndpoint):
    @writes("undo_history", None, None, status=204, scope=Scope.ORGANISE)
    def post(self, request: Request, slug: str, import_id: int) -> None:
        """Remove the imported season from the league, unless somebody has worked with it since."""
        league = self.organised(slug)
        self.apply_write(league, self._undo, league, import_id)

    def _undo(self, league: League, import_id: int, *, actor: Actor) -> None:
        found = self.found(services.written_import(league, import_id))
        queue_clean_up(services.undo(found, actor=actor))


def queued(service: Callable[..., HistoryImport]) -> Callable[..., HistoryImport]:
    """Return a service of an import that enqueues the import's task, too, when the transaction
    commits."""

    def write(*args: Any, **named: Any) -> HistoryImport:
        found = service(*args, **named)
        assert found.transfer is not None
        queue_transfer(found.transfer)
        return found

    return write


class LeagueImports(Endpoint):
    @writes("begin_league_import", FileInput, TransferShape, scope=Scope.ORGANISE)
    def post(self, request: Request) -> object:
        """Start uploading a league's file; it is imported as a new league."""
        given = self.given(FileInput)
        return transfers.begin_upload(actor=self.actor, key=self.key, **given)


class OneLeagueImport(Endpoint):
    @reads("read_league_import", TransferShape)
    def get(self, request: Request, file: str) -> object:
        """Return the progress of the import, and whether the new league is equal to the file."""
        return self._own(file)

    @writes("send_league_piece", PieceInput, TransferShape, scope=Scope.ORGANISE)
    def post(self, request: Request, file: str) -> object:
        """Upload the next piece; repeating one changes nothing."""
        sent = transfers.add_piece(self._own(file), **self.given(PieceInput), actor=self.actor)
        queue_transfer(sent)
        return sent

    def _own(self, file: str) -> Transfer:
        """Return a file that the user is uploading. Raise Http404 for anybody else's."""
        account = self.actor.user
        return self.found(None if account is None else transfers.transfer_of(file, account))


_HISTORY = f"{LEAGUE}history/"
_ONE = f"{_HISTORY}<str:file>/"

urlpatterns = [
    Histories.at(_HISTORY, "histories"),
    HistoryUndoing.at(f"{_HISTORY}undo/<int:import_id>/", "undo-history"),
    OneHistory.at(_ONE, "history"),
    HistoryPieces.at(f"{_ONE}pieces/", "history-pieces"),
    HistoryGames.at(f"{_ONE}games/", "history-games"),
    HistoryConfirmation.at(f"{_ONE}confirm/", "confirm-history"),
    LeagueImports.at("imports/", "imports"),
    OneLeagueImport.at("imports/<str:file>/", "import"),
]
