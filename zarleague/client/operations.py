"""The operations of the API and their data. Written by tools.make_client; do not edit."""

# ruff: noqa: E501 (the sentences are the API's own)

from typing import Any, NotRequired, TypedDict

from zarleague.client.session import Session


class Account(TypedDict):
    """The signed-in account; for requests with a token, the token's name, scope and expiry."""

    id: "int"
    username: "str"
    name: "str"
    token: "str | None"
    scope: "str | None"
    expires_at: "str | None"


class AllTime(TypedDict):
    """A league over all seasons; the rows by seasons won, then matches won, then hands won."""

    games: "list[str]"
    rows: "list[AllTimeRow]"
    records: "list[Record]"
    seasons: "list[SeasonWon]"
    is_behind: "bool"


class AllTimeRow(TypedDict):
    """One player of a league over all seasons."""

    hands: "int"
    wins: "int"
    points: "int"
    matches: "int"
    matches_won: "int"
    seasons_won: "int"
    player: "int"
    name: "str"


class AttachInput(TypedDict):
    """A log to attach to a hand."""

    version: "int"
    log: "str"
    reason: NotRequired["str"]


class Attendance(TypedDict):
    """Whether a player is here."""

    player: "int"
    name: "str"
    state: "str"


class AttendanceInput(TypedDict):
    """Some people, and whether they are here."""

    people: "list[PresenceInput]"


class AuditEntry(TypedDict):
    """One change in a league."""

    id: "int"
    at: "str"
    topic: "str"
    action: "str"
    author: NotRequired["str | None"]
    author_name: NotRequired["str"]
    link: "int | None"
    way: "str"
    about_kind: NotRequired["str"]
    about_id: NotRequired["int | None"]
    about_name: NotRequired["str"]
    before: "Any"
    after: "Any"
    why: NotRequired["str"]


class AuditShapePage(TypedDict):
    """AuditShapePage."""

    next: "str | None"
    results: "list[AuditEntry]"


class CancelInput(TypedDict):
    """The reason for cancelling a penalty."""

    reason: "str"


class CellShape(TypedDict):
    """One player's result in one hand; ``total`` is the match total after it."""

    player: "int"
    name: "str"
    points: "int"
    place: "int"
    won: "bool"
    total: "int"


class Champion(TypedDict):
    """A player in first place of a season."""

    player: "int"
    name: "str"


class ChangeInput(TypedDict):
    """A change to a hand."""

    version: "int"
    reason: "str"


class ChangedRules(TypedDict):
    """Other rules for one game."""

    preset: NotRequired["str"]
    options: NotRequired["dict[str, str]"]


class Check(TypedDict):
    """The preview of an entry."""

    points: "list[int] | None"
    findings: "list[Finding]"
    steps: "list[list[str]]"
    announcement: "str"
    replay: NotRequired["Any"]


class ChoiceInput(TypedDict):
    """The choices for an import; ``names`` maps names in the file to players' names."""

    season: NotRequired["str"]
    game: NotRequired["str"]
    names: NotRequired["dict[str, str]"]
    answers: NotRequired["dict[str, str]"]
    leave_out: NotRequired["list[str]"]
    layout: NotRequired["HistoryLayoutChange"]


class ClaimedPlayer(TypedDict):
    """The player whose hands now belong to the user."""

    id: "int"
    name: "str"
    guest: NotRequired["bool"]


class CompareInput(TypedDict):
    """A log, and more rulesets to judge it by."""

    preset: NotRequired["str"]
    overrides: NotRequired["dict[str, str]"]
    log: "str"
    game: NotRequired["str"]
    versus: "list[RulesInput]"


class Comparison(TypedDict):
    """The same log under several rulesets, and the first event at which they differ."""

    parts_at: "int | None"
    replays: "list[Replay]"


class CorrectionCheck(TypedDict):
    """The preview of a correction."""

    points: "list[int] | None"
    findings: "list[Finding]"
    steps: "list[list[str]]"
    announcement: "str"
    replay: NotRequired["Any"]
    effect: NotRequired["Effect"]


class CorrectionDraft(TypedDict):
    """A correction that is only tried."""

    form: "str"
    winner: NotRequired["int | None"]
    sheets: NotRequired["list[dict[str, Any | None]]"]
    players: NotRequired["list[int]"]
    number: NotRequired["int"]
    log: NotRequired["str"]
    version: NotRequired["int"]
    reason: NotRequired["str"]


class CorrectionInput(TypedDict):
    """A corrected result of a hand."""

    form: "str"
    winner: NotRequired["int | None"]
    sheets: NotRequired["list[dict[str, Any | None]]"]
    players: NotRequired["list[int]"]
    number: NotRequired["int"]
    log: NotRequired["str"]
    version: "int"
    reason: "str"


class CountsInput(TypedDict):
    """For whom the hands count at a seat that a substitute took over, and the reason."""

    counts: "str"
    reason: "str"


class Delivery(TypedDict):
    """One message to a webhook."""

    id: "int"
    key: "str"
    event: "str"
    body: NotRequired["str"]
    state: NotRequired["str"]
    attempts: NotRequired["int"]
    created_at: NotRequired["str"]
    tried_at: NotRequired["str | None"]
    status: NotRequired["int | None"]
    answer: NotRequired["str"]


class DeliveryShapePage(TypedDict):
    """DeliveryShapePage."""

    next: "str | None"
    results: "list[Delivery]"


class DifferenceShapePage(TypedDict):
    """DifferenceShapePage."""

    next: "str | None"
    results: "list[EngineDifference]"


class Dispute(TypedDict):
    """A dispute with its statements and rulings."""

    id: "int"
    state: "str"
    event: "int | None"
    text: "str"
    log: "str"
    by: "str"
    at: "str"
    due_at: "str | None"
    appeal: "str"
    statements: "list[Statement]"
    rulings: "list[RulingRow]"


class DisputeInput(TypedDict):
    """An objection; ``event`` is the number of the disputed event in the recorded log, from 1."""

    text: NotRequired["str"]
    log: NotRequired["str"]
    event: NotRequired["int | None"]


class DisputeShapePage(TypedDict):
    """DisputeShapePage."""

    next: "str | None"
    results: "list[Dispute]"


class DrawInput(TypedDict):
    """How to draw those who are here; the evening's last round is drawn again unless it was started."""

    season: NotRequired["int"]
    game: NotRequired["str"]
    preset: NotRequired["str"]
    size: NotRequired["int"]
    way: NotRequired["str"]
    seed: NotRequired["int"]


class DrawnTable(TypedDict):
    """A table of a round."""

    number: "int"
    players: "list[int]"
    names: "list[str]"
    match: "int | None"


class Effect(TypedDict):
    """The effect of a correction."""

    totals: "list[MovedTotal]"
    table: "list[MovedRow]"
    ratings: "list[MovedRating]"
    others_move: "bool"
    ratings_follow: "bool"


class EndInput(TypedDict):
    """The last evening of the season; by default the last that was played."""

    ends: NotRequired["str"]


class EngineDifference(TypedDict):
    """A stored log, of a hand or of a ruling, that another engine version judges differently."""

    id: "int"
    match: NotRequired["int | None"]
    number: NotRequired["int | None"]
    ruling: NotRequired["int | None"]
    before: "str"
    after: "str"
    changes: "list[dict[str, Any]]"
    points_before: NotRequired["Any"]
    points_after: NotRequired["Any"]
    found_at: NotRequired["str"]


class Entered(TypedDict):
    """A hand that was just saved."""

    hand: "Hand"
    next: "Next"
    announcement: "str"


class EntryInput(TypedDict):
    """The result of a hand."""

    form: "str"
    winner: NotRequired["int | None"]
    sheets: NotRequired["list[dict[str, Any | None]]"]
    players: NotRequired["list[int]"]
    number: NotRequired["int"]
    log: NotRequired["str"]


class Evening(TypedDict):
    """An evening of a league."""

    date: "str"
    title: "str"
    place: "str"
    attendance: "list[Attendance]"
    attended: "list[int]"
    rounds: "list[Round]"
    matches: "list[int]"


class EveningNameInput(TypedDict):
    """A title and a place; either may be empty."""

    title: NotRequired["str"]
    place: NotRequired["str"]


class ExampleHand(TypedDict):
    """A hand that bots played, as a log."""

    log: "str"
    parts_at: "int"


class Experiment(TypedDict):
    """Two rulesets played by bots."""

    id: "int"
    game: "str"
    players: "int"
    hands: "int"
    rules: "list[dict[str, str]]"
    state: NotRequired["str"]
    done: "int"
    asked_at: NotRequired["str"]


class ExperimentInput(TypedDict):
    """Two rulesets of one game, the number of bots, and the number of hands under each."""

    game: "str"
    one: "ChangedRules"
    other: "ChangedRules"
    players: "int"
    hands: "int"


class ExperimentResult(TypedDict):
    """A comparison with its figures, [] while it runs."""

    id: "int"
    game: "str"
    players: "int"
    hands: "int"
    rules: "list[dict[str, str]]"
    state: NotRequired["str"]
    done: "int"
    asked_at: NotRequired["str"]
    figures: "list[Figure]"


class ExperimentShapePage(TypedDict):
    """ExperimentShapePage."""

    next: "str | None"
    results: "list[Experiment]"


class Export(TypedDict):
    """The progress of exporting a league."""

    state: "str"
    done: "int"
    total: NotRequired["int"]
    size: NotRequired["int"]
    problem: NotRequired["str"]
    asked_at: NotRequired["str"]


class Face(TypedDict):
    """A card of the deck."""

    code: "str"
    name: "str"
    kind: "str"
    colour: "str"
    points: "int"
    copies: "int"


class Field(TypedDict):
    """One field of an entry form, filled in for each seat."""

    key: "str"
    label: "str"
    kind: "str"
    points: "int"
    most: "int"
    faces: "list[str]"
    choices: "list[list[str]]"
    columns: "int"
    rows: "int"
    least: "int"
    always: "bool"


class Figure(TypedDict):
    """One figure under both rulesets; a side without counted hands is null."""

    key: "str"
    one: "Interval | None"
    other: "Interval | None"
    difference: "Interval | None"
    differs: "bool"


class FileInput(TypedDict):
    """A file to upload."""

    name: "str"
    size: "int"


class Final(TypedDict):
    """The table of a final, best first."""

    final: "Season"
    rows: "list[FinalRow]"


class FinalInput(TypedDict):
    """The final of a season."""

    starts: "str"
    size: NotRequired["int"]
    carries: NotRequired["bool"]
    name: NotRequired["str"]


class FinalRow(TypedDict):
    """A player in the final; players level with each other are ranked as in the season."""

    rank: "int"
    player: "int"
    name: "str"
    seed: "int"
    carried: "float"
    played: "float"
    total: "float"


class Finding(TypedDict):
    """One remark on an entry."""

    code: "str"
    seat: "int"
    player: "str"
    field: "str"
    blocks: "bool"
    text: "str"
    suggestion: "str"
    fix: "dict[str, Any] | None"


class FollowInput(TypedDict):
    """The secret token at the end of a link's address."""

    secret: "str"


class Forecast(TypedDict):
    """One player's expected place and probability of winning a hand, by the ratings before it."""

    player: "int"
    group: "int | None"
    place: "float"
    win: "float"


class Form(TypedDict):
    """One way to enter a hand."""

    key: "str"
    title: "str"
    evidence: "str | None"
    winner: "bool"
    scoring: "str"
    fields: "list[Field]"


class Forms(TypedDict):
    """The entry forms of a ruleset."""

    ruleset: "Ruleset"
    least_players: "int"
    most_players: "int"
    match_end: "MatchEnd"
    deck: "list[Face]"
    forms: "list[Form]"


class Game(TypedDict):
    """A game with its contested points, and its presets, the most common one first."""

    key: "str"
    title: "str"
    summary: "str"
    presets: "list[Preset]"
    options: "list[Option]"


class GameRow(TypedDict):
    """A game."""

    key: "str"
    title: "str"
    summary: "str"


class GameStandings(TypedDict):
    """The table of one game of a season."""

    state: "str"
    is_current: "bool"
    total: "int"
    rows: "list[StandingsRow]"


class Hand(TypedDict):
    """A hand in its confirmed version."""

    id: "int"
    number: "int"
    dealer: "int"
    version: "int"
    stage: "str"
    voided: "bool"
    evidence: "str | None"
    entry: "Any | None"
    log: "str"
    author: "str"
    reason: "str"
    created_at: "str"
    results: "list[ResultShape]"


class HandRowShape(TypedDict):
    """One hand of a match."""

    id: "int"
    number: "int"
    dealer: "int"
    version: "int"
    evidence: "str | None"
    voided: "bool"
    disputed: "bool"
    has_log: "bool"
    stage: "str"
    created_at: "str"
    author: "str"
    reason: "str"
    results: "list[CellShape]"


class HandRowShapePage(TypedDict):
    """HandRowShapePage."""

    next: "str | None"
    results: "list[HandRowShape]"


class History(TypedDict):
    """An import of past results."""

    id: "int"
    name: "str"
    stage: NotRequired["str"]
    season: NotRequired["int | None"]
    file: "Transfer | None"
    layout: "HistoryLayout | None"
    problems: "list[HistoryProblem]"
    questions: "list[HistoryQuestion]"
    table: "list[HistoryTableRow]"
    hands: "int"
    names: "dict[str, str]"
    suggestions: "dict[str, list[str]]"
    made_at: NotRequired["str"]


class HistoryAnswer(TypedDict):
    """A possible answer."""

    answer: "str"
    text: "str"


class HistoryInput(TypedDict):
    """A file to upload, by ``name`` and ``size``, or the ``address`` of a published table."""

    name: NotRequired["str"]
    size: NotRequired["int"]
    address: NotRequired["str"]


class HistoryLayout(TypedDict):
    """The layout of a spreadsheet."""

    shape: "str"
    uses: "list[str]"
    headings: "list[str]"
    first_row: "int"
    day_first: "bool"
    restarts: "bool"
    day: "str | None"
    game: "str"
    values: "str"
    thousands: "str"
    turned: "bool"


class HistoryLayoutChange(TypedDict):
    """The parts of a layout that are different from what was recognised or chosen."""

    shape: NotRequired["str"]
    uses: NotRequired["list[str]"]
    headings: "list[str]"
    first_row: "int"
    day_first: NotRequired["bool"]
    restarts: NotRequired["bool"]
    day: NotRequired["str | None"]
    game: NotRequired["str"]
    values: NotRequired["str"]
    thousands: NotRequired["str"]
    turned: "bool"


class HistoryProblem(TypedDict):
    """A problem with a cell, or with the file."""

    cell: "str"
    text: "str"
    kind: "str"


class HistoryQuestion(TypedDict):
    """Something that the file leaves open and its owner knows."""

    key: "str"
    text: "str"
    choices: "list[HistoryAnswer]"
    answer: "str"


class HistoryShapePage(TypedDict):
    """HistoryShapePage."""

    next: "str | None"
    results: "list[History]"


class HistoryTableRow(TypedDict):
    """A row of the table as it would stand."""

    rank: "int | None"
    name: "str"
    hands: "int"
    wins: "int"
    points: "int"


class HouseRules(TypedDict):
    """House rules of one game."""

    game: "str"
    preset: "str"
    overrides: "dict[str, str]"


class HouseRulesInput(TypedDict):
    """A preset, and the options that differ from it."""

    preset: NotRequired["str"]
    overrides: NotRequired["dict[str, str]"]


class InactiveInput(TypedDict):
    """Whether the player no longer plays."""

    inactive: "bool"


class Interval(TypedDict):
    """A figure and its 95 % confidence interval."""

    value: "float"
    low: "float"
    high: "float"


class Invitation(TypedDict):
    """An invitation that waits for an answer."""

    id: "int"
    league: "str"
    account: "str"
    role: NotRequired["str"]
    created_at: "str"


class InvitationInput(TypedDict):
    """An account name, which need not exist, or an e-mail address, and the role offered."""

    account: "str"
    role: NotRequired["str"]


class InvitationShapePage(TypedDict):
    """InvitationShapePage."""

    next: "str | None"
    results: "list[Invitation]"


class Job(TypedDict):
    """A background job and its progress."""

    kind: "str"
    state: NotRequired["str"]
    done: NotRequired["int"]
    total: NotRequired["int"]
    problem: NotRequired["str"]
    asked_at: NotRequired["str"]


class JoinInput(TypedDict):
    """A late joiner."""

    who: "int | str"
    number: NotRequired["int"]


class JudgedEvent(TypedDict):
    """One event, in its canonical spelling."""

    event: "int"
    line: "int"
    text: "str"
    verdict: "str"
    findings: "list[Judgement]"


class Judgement(TypedDict):
    """One remark on an event."""

    verdict: "str"
    code: "str"
    text: "str"
    template: "str"
    values: "dict[str, Any]"
    decided: "int | None"
    witnesses: "Witnesses | None"
    rule: "Rule | None"


class League(TypedDict):
    """A league, its house rules, and the user's role in it ("" for an onlooker)."""

    slug: "str"
    name: "str"
    visibility: NotRequired["str"]
    time_zone: NotRequired["str"]
    language: NotRequired["str"]
    default_game: NotRequired["str"]
    objection_hours: NotRequired["int"]
    role: "str"
    games: "list[HouseRules]"


class LeagueInput(TypedDict):
    """A new league."""

    name: "str"
    slug: NotRequired["str"]
    first_season: NotRequired["str"]
    visibility: NotRequired["str"]
    time_zone: NotRequired["str"]
    language: NotRequired["str"]
    default_game: NotRequired["str"]
    objection_hours: NotRequired["int"]


class LeagueRow(TypedDict):
    """A league."""

    slug: "str"
    name: "str"
    visibility: NotRequired["str"]
    time_zone: NotRequired["str"]
    language: NotRequired["str"]
    default_game: NotRequired["str"]
    objection_hours: NotRequired["int"]


class LeagueRowPage(TypedDict):
    """LeagueRowPage."""

    next: "str | None"
    results: "list[LeagueRow]"


class LeagueSettings(TypedDict):
    """The settings of a league that organisers may change."""

    name: "str"
    visibility: NotRequired["str"]
    time_zone: NotRequired["str"]
    language: NotRequired["str"]
    default_game: NotRequired["str"]
    objection_hours: NotRequired["int"]
    dispute_hours: NotRequired["int"]
    ruling_hours: NotRequired["int"]
    arbiters_may_play: NotRequired["bool"]
    shares_rulings: NotRequired["bool"]
    hides_hands: NotRequired["bool"]
    idle_days: NotRequired["int"]
    left_early: NotRequired["str"]
    hands_share: NotRequired["int"]


class LetterInput(TypedDict):
    """The secret at the end of the link in an invitation by e-mail, and the answer."""

    secret: "str"
    accept: "bool"


class Link(TypedDict):
    """A link; ``used_by`` lists the names its users gave."""

    id: "int"
    purpose: "str"
    label: NotRequired["str"]
    match_id: NotRequired["int | None"]
    evening: NotRequired["str | None"]
    player: NotRequired["int | None"]
    created_at: "str"
    revoked_at: "str | None"
    used_by: "list[str]"


class LinkInput(TypedDict):
    """A new link."""

    purpose: "str"
    label: NotRequired["str"]
    match: NotRequired["int"]
    evening: NotRequired["str"]
    player: NotRequired["int"]


class LinkShapePage(TypedDict):
    """LinkShapePage."""

    next: "str | None"
    results: "list[Link]"


class LogInput(TypedDict):
    """A log, and the rules to judge it by, by default its own."""

    preset: NotRequired["str"]
    overrides: NotRequired["dict[str, str]"]
    log: "str"
    game: NotRequired["str"]


class LotsInput(TypedDict):
    """Players still tied, the first drawn first; with ``shuffle`` the site draws the lots."""

    players: "list[int]"
    shuffle: NotRequired["bool"]


class Match(TypedDict):
    """A match with its rules, status, totals and seats."""

    id: "int"
    league: "str"
    season: "int"
    game: "str"
    rules_text: "str"
    played_on: "str"
    state: NotRequired["str"]
    players: "list[str]"
    end_hands: NotRequired["int"]
    end_limit: NotRequired["int"]
    eliminates: NotRequired["bool"]
    high_wins: NotRequired["bool"]
    ties_by_wins: NotRequired["bool"]
    left_early: NotRequired["str"]
    hands_share: NotRequired["int"]
    note: NotRequired["str"]
    started_at: "str"
    closed_at: "str | None"
    rules: "Ruleset"
    status: "Status"
    totals: "list[Total]"
    seats: "list[Seat]"


class MatchEnd(TypedDict):
    """When a match ends."""

    hands: "int"
    limit: "int"
    eliminate: "bool"
    low_wins: "bool"


class MatchInput(TypedDict):
    """A new match."""

    players: "list[int | str]"
    season: NotRequired["int"]
    game: NotRequired["str"]
    preset: NotRequired["str"]
    overrides: NotRequired["dict[str, str]"]
    played_on: NotRequired["str"]
    first_dealer: NotRequired["int"]
    end_hands: NotRequired["int"]
    end_limit: NotRequired["int"]
    left_early: NotRequired["str"]
    hands_share: NotRequired["int"]
    note: NotRequired["str"]
    anyway: NotRequired["bool"]


class MatchLogInput(TypedDict):
    """A log of a hand of a match; by default, of the next one."""

    log: "str"
    number: NotRequired["int"]


class MatchReasonInput(TypedDict):
    """The reason for a change, which everybody can read."""

    reason: "str"


class MatchRow(TypedDict):
    """A match; ``end_hands`` or ``end_limit`` of 0 means that it has no such end."""

    id: "int"
    league: "str"
    season: "int"
    game: "str"
    rules_text: "str"
    played_on: "str"
    state: NotRequired["str"]
    players: "list[str]"
    end_hands: NotRequired["int"]
    end_limit: NotRequired["int"]
    eliminates: NotRequired["bool"]
    high_wins: NotRequired["bool"]
    ties_by_wins: NotRequired["bool"]
    left_early: NotRequired["str"]
    hands_share: NotRequired["int"]
    note: NotRequired["str"]
    started_at: "str"
    closed_at: "str | None"


class MatchRowPage(TypedDict):
    """MatchRowPage."""

    next: "str | None"
    results: "list[MatchRow]"


class MatchRulesInput(TypedDict):
    """Other rules for a match."""

    preset: NotRequired["str"]
    overrides: NotRequired["dict[str, str]"]
    left_early: NotRequired["str"]
    hands_share: NotRequired["int"]
    reason: NotRequired["str"]


class Meeting(TypedDict):
    """A player's hands with one opponent in a season."""

    player: "int"
    name: "str"
    ahead: "int"
    behind: "int"
    level: "int"
    points: "int"
    other_points: "int"


class Member(TypedDict):
    """A member of a league."""

    id: "int"
    account: "str"
    name: "str"
    role: NotRequired["str"]
    arbiter: NotRequired["bool"]
    since: "str"


class MemberShapePage(TypedDict):
    """MemberShapePage."""

    next: "str | None"
    results: "list[Member]"


class Merge(TypedDict):
    """A guest merged into a player."""

    id: "int"
    guest: "int"
    name: "str"
    into: "int"
    merged_at: "str"
    undone_at: "str | None"


class MergeInput(TypedDict):
    """The id of the player for whom the guest's results will count."""

    into: "int"


class MergeShapePage(TypedDict):
    """MergeShapePage."""

    next: "str | None"
    results: "list[Merge]"


class MoveEveningInput(TypedDict):
    """Another day for an evening, and optionally another season for its matches."""

    reason: "str"
    played_on: "str"
    season: NotRequired["int"]


class MoveInput(TypedDict):
    """Another evening for a match, and optionally another season."""

    reason: "str"
    played_on: "str"
    season: NotRequired["int"]


class MovedHand(TypedDict):
    """A hand and its points by sheet, before and after; null where it does not fit the definition and keeps its points."""

    match: "int"
    hand: "int"
    before: "list[int]"
    after: "list[int] | None"


class MovedRating(TypedDict):
    """A player's rating before and after, as displayed; null where there is none."""

    name: "str"
    before: "int | None"
    after: "int | None"


class MovedRow(TypedDict):
    """A player's row of the season's table before and after; null where there is none."""

    name: "str"
    rank_before: "int | None"
    rank_after: "int | None"
    before: "float | None"
    after: "float | None"


class MovedTotal(TypedDict):
    """A player's total of the match before and after."""

    name: "str"
    before: "int"
    after: "int"


class Movement(TypedDict):
    """One player in both tables; null where a table lacks the player, the rank or the score."""

    player: "int"
    rank_before: "int | None"
    rank_after: "int | None"
    metric_before: "float | None"
    metric_after: "float | None"


class NamedEvent(TypedDict):
    """One event with its hidden cards named."""

    event: "int"
    text: "str"


class NewLink(TypedDict):
    """A new link."""

    id: "int"
    purpose: "str"
    label: NotRequired["str"]
    match_id: NotRequired["int | None"]
    evening: NotRequired["str | None"]
    player: NotRequired["int | None"]
    created_at: "str"
    revoked_at: "str | None"
    used_by: "list[str]"
    address: "str"


class NewVersion(TypedDict):
    """The version that a change has created."""

    version: "int"


class NewWebhook(TypedDict):
    """A new webhook, with the secret that signs its messages."""

    id: "int"
    label: "str"
    shape: NotRequired["str"]
    events: "list[str]"
    active: NotRequired["bool"]
    problem: NotRequired["str"]
    created_at: NotRequired["str"]
    secret: "str"


class Next(TypedDict):
    """The number of the next hand, and the totals in the order of its seats."""

    number: "int"
    totals: "list[int]"


class Option(TypedDict):
    """A contested point."""

    key: "str"
    title: "str"
    choices: "list[list[str]]"
    default: "str"
    least: "int"
    most: "int"
    source: "str"
    basis: "str"


class OtherGameInput(TypedDict):
    """Another game of a file, as the file calls it."""

    game: "str"


class OwnGame(TypedDict):
    """A game that the league has declared."""

    game: "str"
    version: "int"
    definition: "Any"


class OwnGameInput(TypedDict):
    """A definition, as in the file of a game."""

    definition: "Any"


class PastVersion(TypedDict):
    """One version of a hand."""

    number: "int"
    kind: "str"
    evidence: "str | None"
    author: "str"
    created_at: "str"
    reason: "str"
    points: "dict[str, int]"
    winners: "list[str]"
    changes: "list[str]"
    entry: "Any | None"
    log: "str"


class PastVersionPage(TypedDict):
    """PastVersionPage."""

    next: "str | None"
    results: "list[PastVersion]"


class PatchedMemberInput(TypedDict):
    """A role, and whether the member is an arbiter; missing fields are left unchanged."""

    role: NotRequired["str"]
    arbiter: NotRequired["bool"]


class PatchedNameInput(TypedDict):
    """The player's new name."""

    name: NotRequired["str"]


class PatchedSeasonNameInput(TypedDict):
    """The name of a season, its usual game and the day of its evenings."""

    name: NotRequired["str"]
    game: NotRequired["str"]
    weekday: NotRequired["int | None"]


class PatchedSettingsInput(TypedDict):
    """New values of some settings; the others are left unchanged."""

    name: NotRequired["str"]
    visibility: NotRequired["str"]
    time_zone: NotRequired["str"]
    language: NotRequired["str"]
    default_game: NotRequired["str"]
    objection_hours: NotRequired["int"]
    dispute_hours: NotRequired["int"]
    ruling_hours: NotRequired["int"]
    arbiters_may_play: NotRequired["bool"]
    shares_rulings: NotRequired["bool"]
    hides_hands: NotRequired["bool"]
    idle_days: NotRequired["int"]
    left_early: NotRequired["str"]
    hands_share: NotRequired["int"]


class PatchedWebhookChange(TypedDict):
    """Whether a webhook is on, and which events it receives."""

    active: NotRequired["bool"]
    events: NotRequired["list[str]"]


class Penalty(TypedDict):
    """Penalty points."""

    id: "int"
    player: "int"
    name: "str"
    evening: "str"
    points: "int"
    reason: "str"
    by: "str"
    created_at: "str"
    cancelled_at: "str | None"
    cancelled_by: NotRequired["str"]
    cancel_reason: NotRequired["str"]


class PenaltyInput(TypedDict):
    """A penalty."""

    player: "int"
    points: "int"
    reason: "str"


class PenaltyShapePage(TypedDict):
    """PenaltyShapePage."""

    next: "str | None"
    results: "list[Penalty]"


class PieceInput(TypedDict):
    """One piece of a file as Base64."""

    number: "int"
    content: "str"


class Place(TypedDict):
    """A player's place in a season's table."""

    season: "int"
    name: "str"
    state: "str"
    rank: "int"
    players: "int"


class PlayedEvening(TypedDict):
    """One evening of a season."""

    date: "str"
    matches: "int"
    hands: "int"


class PlayedEveningShapePage(TypedDict):
    """PlayedEveningShapePage."""

    next: "str | None"
    results: "list[PlayedEvening]"


class PlayedHand(TypedDict):
    """One hand of a player."""

    hand: "int"
    match: "int"
    season: "int"
    number: "int"
    game: "str"
    played_on: "str"
    points: "int"
    place: "int"
    won: "bool"
    evidence: "str | None"


class PlayedShapePage(TypedDict):
    """PlayedShapePage."""

    next: "str | None"
    results: "list[PlayedHand]"


class Player(TypedDict):
    """A player."""

    id: "int"
    name: "str"
    guest: NotRequired["bool"]
    inactive: NotRequired["bool"]


class PlayerAllTime(TypedDict):
    """A player over all seasons."""

    hands: "int"
    wins: "int"
    points: "int"
    matches: "int"
    matches_won: "int"
    seasons_won: "int"
    games: "list[str]"
    places: "list[Place]"
    records: "list[Record]"
    rivals: "list[Rival]"
    is_behind: "bool"


class PlayerInput(TypedDict):
    """A new player."""

    name: "str"
    guest: NotRequired["bool"]


class PlayerShapePage(TypedDict):
    """PlayerShapePage."""

    next: "str | None"
    results: "list[Player]"


class PresenceInput(TypedDict):
    """Whether somebody is here; a new name creates a guest."""

    who: "int | str"
    state: NotRequired["str"]


class Preset(TypedDict):
    """A named set of options."""

    key: "str"
    title: "str"
    text: "str"
    values: "dict[str, str]"


class Problem(TypedDict):
    """Problem."""

    type: "str"
    title: "str"
    status: "int"
    code: "str"
    detail: "str"
    request: NotRequired["str"]
    errors: NotRequired["dict[str, Any]"]
    field: NotRequired["str"]
    findings: NotRequired["list[dict[str, Any]]"]
    player: NotRequired["int"]
    expected: NotRequired["int"]
    saved: NotRequired["Hand"]
    next: NotRequired["Next"]


class PublishInput(TypedDict):
    """Whether the rulings on a dispute are published to everybody on this site."""

    published: "bool"


class RankingInput(TypedDict):
    """A preset, the options in which the ranking differs from it, and, of a finished season, the reason."""

    preset: "str"
    options: NotRequired["dict[str, Any]"]
    reason: NotRequired["str"]


class Rater(TypedDict):
    """The method that rates a league."""

    rater: "str"


class RaterComparison(TypedDict):
    """A backtest."""

    game: "str"
    hands: "int"
    marks: "list[dict[str, Any]]"


class Rating(TypedDict):
    """One player of a list."""

    player: "int"
    name: "str"
    group: "int"
    rank: "int"
    rating: "int"
    low: "int | None"
    high: "int | None"
    provisional: "bool"
    hands: "int"
    peak: "int | None"


class RatingShapePage(TypedDict):
    """RatingShapePage."""

    next: "str | None"
    results: "list[Rating]"


class ReasonInput(TypedDict):
    """A reason."""

    text: NotRequired["str"]


class Record(TypedDict):
    """A record of one game, and everybody who shares it."""

    kind: "str"
    figure: "int"
    holders: "list[RecordHolder]"


class RecordHolder(TypedDict):
    """A player who holds a record, and the hand or the evening of it."""

    player: "int"
    name: "str"
    match: NotRequired["int | None"]
    number: NotRequired["int | None"]
    evening: "str | None"


class Repair(TypedDict):
    """One small change of the text that would make more of it legal, and the question that offers it."""

    line: "int"
    text: "str"
    replaces: "int"
    question: "str"
    template: "str"
    values: "dict[str, Any]"


class RepairableReplay(TypedDict):
    """A judged log, and changes that would make more of it legal, most likely first."""

    ruleset: "Ruleset"
    seats: "list[str]"
    dealer: "str"
    verdict: "str"
    counts: "dict[str, int]"
    events: "list[JudgedEvent]"
    problems: "list[UnreadLine]"
    over: "bool"
    points: "dict[str, int | None]"
    repairs: "list[Repair]"


class ReplacementInput(TypedDict):
    """The game with an engine that takes the place of one of the league's own."""

    reason: "str"
    by: "str"


class Replay(TypedDict):
    """A judged log."""

    ruleset: "Ruleset"
    seats: "list[str]"
    dealer: "str"
    verdict: "str"
    counts: "dict[str, int]"
    events: "list[JudgedEvent]"
    problems: "list[UnreadLine]"
    over: "bool"
    points: "dict[str, int | None]"


class Report(TypedDict):
    """A report with the figures that do not grow with players and evenings."""

    number: "int"
    made_at: NotRequired["str"]
    fingerprint: "str"
    figures: "dict[str, Any]"
    tables: "dict[str, int]"
    rows_of: "list[str]"


class ReportPlayerShape(TypedDict):
    """The figures of one player in a report."""

    page: "dict[str, Any]"
    row: "dict[str, Any]"
    ratings: "list[dict[str, Any]]"
    course: "dict[str, Any]"
    players: "dict[str, str]"


class ReportRow(TypedDict):
    """A report of a season; its figures never change."""

    number: "int"
    made_at: NotRequired["str"]
    fingerprint: "str"


class ReportRowPage(TypedDict):
    """ReportRowPage."""

    next: "str | None"
    results: "list[ReportRow]"


class ReportRowsShape(TypedDict):
    """Rows of one table of a report as figures, which name players by id."""

    next: "str | None"
    results: "list[Any]"
    players: "dict[str, str]"


class RescoringInput(TypedDict):
    """The reason for scoring hands again."""

    reason: "str"


class RestoreInput(TypedDict):
    """The ``number`` of an earlier version to restore."""

    version: "int"
    reason: "str"
    number: "int"


class ResultShape(TypedDict):
    """The result of one player in one hand."""

    player: "int"
    name: "str"
    points: "int"
    place: "int"
    won: "bool"


class RightSeatInput(TypedDict):
    """The player who really sat there, from a hand on, and the reason for the correction."""

    who: "int | str"
    from_hand: "int"
    reason: "str"


class Rival(TypedDict):
    """A player's hands with one opponent."""

    player: "int"
    name: "str"
    ahead: "int"
    behind: "int"
    level: "int"


class Round(TypedDict):
    """A round."""

    id: "int"
    number: "int"
    season: "int"
    game: "str"
    preset: NotRequired["str"]
    size: NotRequired["int"]
    way: "str"
    seed: "int"
    repeats: NotRequired["int"]
    draws: NotRequired["int"]
    changed: NotRequired["bool"]
    drawn_at: "str"
    tables: "list[DrawnTable]"


class Rule(TypedDict):
    """The rule that a finding cites, and its source."""

    key: "str"
    text: "str"
    source: "str"
    basis: "str"
    option: "str"


class RulesInput(TypedDict):
    """Rules of the log's game."""

    preset: NotRequired["str"]
    overrides: NotRequired["dict[str, str]"]


class Ruleset(TypedDict):
    """Game, preset, and the values of all options."""

    game: "str"
    preset: "str"
    options: "dict[str, str]"


class Ruling(TypedDict):
    """A ruling with its whole record."""

    id: "int"
    number: "int"
    game: "str"
    verdict: "str"
    remedy: "str"
    question: "str"
    rule: "str"
    option: "str"
    reasons: "str"
    by: "str"
    at: "str"
    digest: "str"
    record: "Any"


class RulingDraft(TypedDict):
    """A decision that is only tried."""

    verdict: "str"
    remedy: "str"
    question: "str"
    reasons: "str"
    rule: NotRequired["str"]
    option: NotRequired["str"]
    value: NotRequired["str"]
    rests_on: NotRequired["str"]
    points: NotRequired["list[int]"]
    winner: NotRequired["int | None"]
    penalised: NotRequired["int | None"]
    penalty: NotRequired["int"]
    version: NotRequired["int"]


class RulingInput(TypedDict):
    """A decision, and the number of the hand's version that the arbiter has seen."""

    verdict: "str"
    remedy: "str"
    question: "str"
    reasons: "str"
    rule: NotRequired["str"]
    option: NotRequired["str"]
    value: NotRequired["str"]
    rests_on: NotRequired["str"]
    points: NotRequired["list[int]"]
    winner: NotRequired["int | None"]
    penalised: NotRequired["int | None"]
    penalty: NotRequired["int"]
    version: "int"


class RulingRow(TypedDict):
    """A ruling in a list."""

    id: "int"
    number: "int"
    league: "str"
    game: "str"
    question: "str"
    verdict: "str"
    remedy: "str"
    rule: "str"
    option: "str"
    reasons: "str"
    by: "str"
    at: "str"


class RulingRowPage(TypedDict):
    """RulingRowPage."""

    next: "str | None"
    results: "list[RulingRow]"


class Season(TypedDict):
    """A season of a league, which has one table."""

    id: "int"
    name: "str"
    starts: "str"
    ends: NotRequired["str | None"]
    state: NotRequired["str"]
    rules: NotRequired["Any"]
    game: NotRequired["str"]
    weekday: NotRequired["int | None"]
    final_of: "int | None"


class SeasonInput(TypedDict):
    """A new season."""

    name: "str"
    starts: "str"
    ends: NotRequired["str | None"]
    rules: NotRequired["dict[str, Any]"]
    game: NotRequired["str"]
    weekday: NotRequired["int | None"]
    like: NotRequired["int"]


class SeasonShapePage(TypedDict):
    """SeasonShapePage."""

    next: "str | None"
    results: "list[Season]"


class SeasonWon(TypedDict):
    """A finished season, and who won it."""

    season: "int"
    name: "str"
    champions: "list[Champion]"


class Seat(TypedDict):
    """A player's seat in a match for a range of hands; ``until_hand`` is null while they sit there."""

    id: "int"
    number: "int"
    player: "int"
    name: "str"
    from_hand: "int"
    until_hand: "int | None"
    counts_for: "int | None"
    shares_with: "int | None"


class Seen(TypedDict):
    """Whether there are more differences."""

    left: "bool"


class ShortfallShape(TypedDict):
    """A minimum that the player has not reached, which excludes them from the ranking."""

    option: "str"
    has: "int"
    needs: "int"


class Standings(TypedDict):
    """The table of a season, best first."""

    season: "Season"
    metric: "str"
    high_wins: "bool"
    next: "str | None"
    rows: "list[StandingsRow]"


class StandingsRow(TypedDict):
    """One player in the table; ``rank`` is null below a minimum or without a hand."""

    rank: "int | None"
    player: "int"
    name: "str"
    metric: "float | None"
    hands: "int"
    wins: "int"
    points: "int"
    average: "float | None"
    place_points: "float"
    penalty: "int"
    lowest_hand: "int | None"
    highest_hand: "int | None"
    shortfalls: "list[ShortfallShape]"
    decided_by: "list[str]"
    tied_with: "list[int]"


class StartRoundInput(TypedDict):
    """``anyway`` starts a round that looks entered twice, or with somebody at two open tables."""

    anyway: NotRequired["bool"]


class Statement(TypedDict):
    """A statement about a disputed hand."""

    id: "int"
    text: "str"
    log: "str"
    by: "str"
    at: "str"


class StatementInput(TypedDict):
    """A statement."""

    text: NotRequired["str"]
    log: NotRequired["str"]


class Status(TypedDict):
    """The status of a match."""

    hands: "int"
    next_number: "int"
    next_dealer: "int"
    over: "bool"
    leaders: "list[int]"
    out: "list[int]"
    announcements: "list[str]"


class Stream(TypedDict):
    """The address of a stream of server-sent events, and the seconds for which it can be opened."""

    address: "str"
    seconds: "int"


class SubstituteInput(TypedDict):
    """The player who takes over the seat, and for whom the hands at it count."""

    who: "int | str"
    counts: NotRequired["str"]


class TablesInput(TypedDict):
    """Whom each table seats, clockwise."""

    tables: "list[list[int | str]]"


class Total(TypedDict):
    """A player's total."""

    player: "int"
    name: "str"
    points: "int"


class Transfer(TypedDict):
    """The progress of an import."""

    key: "str"
    name: NotRequired["str"]
    size: NotRequired["int"]
    piece: "int"
    state: "str"
    done: "int"
    total: NotRequired["int"]
    problem: "str"
    differing: NotRequired["Any"]
    league: "str"
    asked_at: NotRequired["str"]


class UnreadLine(TypedDict):
    """A line that could not be parsed."""

    line: "int"
    code: "str"
    token: "str"
    text: "str"


class Upset(TypedDict):
    """A hand in which a player finished ahead of a stronger one."""

    match: "int"
    number: "int"
    evening: "str"
    player: "int"
    favourite: "int"
    chance: "float"


class UptoInput(TypedDict):
    """The id of the latest difference that was seen."""

    upto: "int"


class Webhook(TypedDict):
    """A webhook; ``problem`` is the reason if the site switched it off."""

    id: "int"
    label: "str"
    shape: NotRequired["str"]
    events: "list[str]"
    active: NotRequired["bool"]
    problem: NotRequired["str"]
    created_at: NotRequired["str"]


class WebhookInput(TypedDict):
    """A new webhook."""

    label: NotRequired["str"]
    shape: NotRequired["str"]
    address: "str"
    extra: NotRequired["str"]
    events: NotRequired["list[str]"]


class WebhookShapePage(TypedDict):
    """WebhookShapePage."""

    next: "str | None"
    results: "list[Webhook]"


class WhatIf(TypedDict):
    """A season under other rules."""

    state: "str"
    is_current: "bool"
    problem: "str"
    scored: "int"
    kept: "int"
    turned: "int"
    metric: "str | None"
    high_wins: "bool | None"
    total: "int"
    rows: "list[Movement]"


class WhatIfInput(TypedDict):
    """Other rules by game, another ranking (the key of a preset), and the page of the table."""

    changes: NotRequired["dict[str, ChangedRules]"]
    ranking: NotRequired["str"]
    page: NotRequired["int"]


class Witnesses(TypedDict):
    """Two possible deals of the hidden cards."""

    legal: "list[NamedEvent]"
    illegal: "list[NamedEvent]"


class Client(Session):
    """A site, by the operations of its API."""

    def read_account(self) -> Account:
        """Return the account that sent the request; 401 without one."""
        answer: Account = self._ask("GET", "account/")
        return answer

    def read_dispute(self, dispute_id: int) -> Dispute:
        """Return the dispute with its statements and rulings."""
        answer: Dispute = self._ask("GET", f"disputes/{dispute_id}/")
        return answer

    def appeal_ruling(self, dispute_id: int, body: ReasonInput, *, key: str = "") -> Dispute:
        """Appeal the ruling, which is possible once; another arbiter then rules again."""
        answer: Dispute = self._ask("POST", f"disputes/{dispute_id}/appeal/", body=body, key=key)
        return answer

    def publish_rulings(self, dispute_id: int, body: PublishInput, *, key: str = "") -> Dispute:
        """Publish the rulings to everybody on this site, or limit them to the league."""
        answer: Dispute = self._ask("POST", f"disputes/{dispute_id}/publish/", body=body, key=key)
        return answer

    def rule_on_dispute(self, dispute_id: int, body: RulingInput, *, key: str = "") -> Ruling:
        """Rule on the dispute and apply the decision."""
        answer: Ruling = self._ask("POST", f"disputes/{dispute_id}/rulings/", body=body, key=key)
        return answer

    def check_ruling(self, dispute_id: int, body: RulingDraft) -> Effect:
        """Return what the decision would change."""
        answer: Effect = self._ask("POST", f"disputes/{dispute_id}/rulings/check/", body=body)
        return answer

    def add_statement(self, dispute_id: int, body: StatementInput, *, key: str = "") -> Statement:
        """Add a statement, an account of the hand, or both."""
        answer: Statement = self._ask(
            "POST", f"disputes/{dispute_id}/statements/", body=body, key=key
        )
        return answer

    def withdraw_dispute(self, dispute_id: int, body: ReasonInput, *, key: str = "") -> Dispute:
        """Withdraw the dispute; while an appeal is pending, withdraw only the appeal."""
        answer: Dispute = self._ask("POST", f"disputes/{dispute_id}/withdraw/", body=body, key=key)
        return answer

    def list_games(self) -> list[GameRow]:
        """Return all games, in the order in which pages list them."""
        answer: list[GameRow] = self._ask("GET", "games/")
        return answer

    def read_game(self, key: str) -> Game:
        """Return a game with its options and presets."""
        answer: Game = self._ask("GET", f"games/{key}/")
        return answer

    def read_forms(
        self, key: str, *, override: list[str] | None = None, preset: str | None = None
    ) -> Forms:
        """Return the entry forms under a preset, with ``override`` options applied."""
        answer: Forms = self._ask(
            "GET", f"games/{key}/forms/", query={"override": override, "preset": preset}
        )
        return answer

    def begin_league_import(self, body: FileInput, *, key: str = "") -> Transfer:
        """Start uploading a league's file; it is imported as a new league."""
        answer: Transfer = self._ask("POST", "imports/", body=body, key=key)
        return answer

    def read_league_import(self, file: str) -> Transfer:
        """Return the progress of the import, and whether the new league is equal to the file."""
        answer: Transfer = self._ask("GET", f"imports/{file}/")
        return answer

    def send_league_piece(self, file: str, body: PieceInput, *, key: str = "") -> Transfer:
        """Upload the next piece; repeating one changes nothing."""
        answer: Transfer = self._ask("POST", f"imports/{file}/", body=body, key=key)
        return answer

    def list_own_invitations(
        self, *, cursor: str | None = None, page_size: int | None = None
    ) -> InvitationShapePage:
        """Return the user's own pending invitations, latest first."""
        answer: InvitationShapePage = self._ask(
            "GET", "invitations/", query={"cursor": cursor, "page_size": page_size}
        )
        return answer

    def accept_invitation(self, invitation_id: int, *, key: str = "") -> Invitation:
        """Accept the invitation and become a member of the league."""
        answer: Invitation = self._ask("POST", f"invitations/{invitation_id}/accept/", key=key)
        return answer

    def decline_invitation(self, invitation_id: int, *, key: str = "") -> Invitation:
        """Decline the invitation; the league is not notified."""
        answer: Invitation = self._ask("POST", f"invitations/{invitation_id}/decline/", key=key)
        return answer

    def answer_letter(self, body: LetterInput, *, key: str = "") -> Invitation:
        """Accept or decline an invitation by e-mail."""
        answer: Invitation = self._ask("POST", "invitations/letter/", body=body, key=key)
        return answer

    def list_leagues(
        self, *, cursor: str | None = None, of: str | None = None, page_size: int | None = None
    ) -> LeagueRowPage:
        """Return the leagues by name."""
        answer: LeagueRowPage = self._ask(
            "GET", "leagues/", query={"cursor": cursor, "of": of, "page_size": page_size}
        )
        return answer

    def create_league(self, body: LeagueInput, *, key: str = "") -> League:
        """Create a league and make the user its organiser."""
        answer: League = self._ask("POST", "leagues/", body=body, key=key)
        return answer

    def read_league(self, slug: str) -> League:
        """Return the league with its house rules."""
        answer: League = self._ask("GET", f"leagues/{slug}/")
        return answer

    def read_all_time(self, slug: str, *, game: str | None = None) -> AllTime:
        """Return players, records and champions of all seasons, of one game or of all."""
        answer: AllTime = self._ask("GET", f"leagues/{slug}/all-time/", query={"game": game})
        return answer

    def list_changes(
        self,
        slug: str,
        *,
        author: int | None = None,
        cursor: str | None = None,
        first: str | None = None,
        last: str | None = None,
        page_size: int | None = None,
        topic: str | None = None,
    ) -> AuditShapePage:
        """Return the changes, latest first."""
        answer: AuditShapePage = self._ask(
            "GET",
            f"leagues/{slug}/changes/",
            query={
                "author": author,
                "cursor": cursor,
                "first": first,
                "last": last,
                "page_size": page_size,
                "topic": topic,
            },
        )
        return answer

    def list_pending_disputes(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> DisputeShapePage:
        """Return the disputes without a ruling, and those under appeal."""
        answer: DisputeShapePage = self._ask(
            "GET", f"leagues/{slug}/disputes/", query={"cursor": cursor, "page_size": page_size}
        )
        return answer

    def list_engine_differences(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> DifferenceShapePage:
        """Return the stored logs that are judged differently, latest first."""
        answer: DifferenceShapePage = self._ask(
            "GET",
            f"leagues/{slug}/engine-differences/",
            query={"cursor": cursor, "page_size": page_size},
        )
        return answer

    def put_differences_aside(self, slug: str, body: UptoInput, *, key: str = "") -> Seen:
        """Dismiss the differences up to an id."""
        answer: Seen = self._ask("POST", f"leagues/{slug}/engine-differences/", body=body, key=key)
        return answer

    def read_calendar(self, slug: str) -> bytes:
        """Return the evenings as an iCalendar file."""
        answer: bytes = self._ask("GET", f"leagues/{slug}/evenings.ics")
        return answer

    def read_evening(self, slug: str, day: str) -> Evening:
        """Return who is here, the rounds and the matches of an evening."""
        answer: Evening = self._ask("GET", f"leagues/{slug}/evenings/{day}/")
        return answer

    def set_attendance(
        self, slug: str, day: str, body: AttendanceInput, *, key: str = ""
    ) -> Evening:
        """Say of some people whether they are here, or will come."""
        answer: Evening = self._ask(
            "POST", f"leagues/{slug}/evenings/{day}/attendance/", body=body, key=key
        )
        return answer

    def move_evening(
        self, slug: str, day: str, body: MoveEveningInput, *, key: str = ""
    ) -> Evening:
        """Move the evening to another day, or its matches to another season."""
        answer: Evening = self._ask(
            "POST", f"leagues/{slug}/evenings/{day}/move/", body=body, key=key
        )
        return answer

    def name_evening(
        self, slug: str, day: str, body: EveningNameInput, *, key: str = ""
    ) -> Evening:
        """Give the evening a title and a place."""
        answer: Evening = self._ask(
            "POST", f"leagues/{slug}/evenings/{day}/name/", body=body, key=key
        )
        return answer

    def restore_evening(
        self, slug: str, day: str, body: MatchReasonInput, *, key: str = ""
    ) -> Evening:
        """Restore the hands of the evening that were voided together last."""
        answer: Evening = self._ask(
            "POST", f"leagues/{slug}/evenings/{day}/restore/", body=body, key=key
        )
        return answer

    def draw_round(self, slug: str, day: str, body: DrawInput, *, key: str = "") -> Round:
        """Draw tables for those who are here."""
        answer: Round = self._ask(
            "POST", f"leagues/{slug}/evenings/{day}/rounds/", body=body, key=key
        )
        return answer

    def void_evening(
        self, slug: str, day: str, body: MatchReasonInput, *, key: str = ""
    ) -> Evening:
        """Void all hands of the evening for one reason, and close its matches."""
        answer: Evening = self._ask(
            "POST", f"leagues/{slug}/evenings/{day}/void/", body=body, key=key
        )
        return answer

    def read_export(self, slug: str) -> Export:
        """Return the progress of the latest export; 404 if there is none."""
        answer: Export = self._ask("GET", f"leagues/{slug}/export/")
        return answer

    def ask_for_export(self, slug: str, *, key: str = "") -> Export:
        """Start exporting the league to a file, in the background."""
        answer: Export = self._ask("POST", f"leagues/{slug}/export/", key=key)
        return answer

    def read_export_file(self, slug: str) -> bytes:
        """Return the exported file; 404 until the export is done."""
        answer: bytes = self._ask("GET", f"leagues/{slug}/export/file/")
        return answer

    def list_histories(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> HistoryShapePage:
        """Return the latest finished imports."""
        answer: HistoryShapePage = self._ask(
            "GET", f"leagues/{slug}/history/", query={"cursor": cursor, "page_size": page_size}
        )
        return answer

    def begin_history(self, slug: str, body: HistoryInput, *, key: str = "") -> History:
        """Start uploading a file with past results, or have a published table fetched."""
        answer: History = self._ask("POST", f"leagues/{slug}/history/", body=body, key=key)
        return answer

    def read_history(self, slug: str, file: str) -> History:
        """Return what was recognised in the file, and the state of the import."""
        answer: History = self._ask("GET", f"leagues/{slug}/history/{file}/")
        return answer

    def arrange_history(self, slug: str, file: str, body: ChoiceInput, *, key: str = "") -> History:
        """Set the layout and the choices; the file is checked again."""
        answer: History = self._ask("POST", f"leagues/{slug}/history/{file}/", body=body, key=key)
        return answer

    def confirm_history(self, slug: str, file: str, *, key: str = "") -> History:
        """Write the season, in the background."""
        answer: History = self._ask("POST", f"leagues/{slug}/history/{file}/confirm/", key=key)
        return answer

    def begin_other_game(
        self, slug: str, file: str, body: OtherGameInput, *, key: str = ""
    ) -> History:
        """Check another game of the file, as a new import beside this one."""
        answer: History = self._ask(
            "POST", f"leagues/{slug}/history/{file}/games/", body=body, key=key
        )
        return answer

    def send_history_piece(
        self, slug: str, file: str, body: PieceInput, *, key: str = ""
    ) -> History:
        """Upload the next piece; repeating one changes nothing."""
        answer: History = self._ask(
            "POST", f"leagues/{slug}/history/{file}/pieces/", body=body, key=key
        )
        return answer

    def undo_history(self, slug: str, import_id: int, *, key: str = "") -> None:
        """Remove the imported season from the league, unless somebody has worked with it since."""
        self._ask("POST", f"leagues/{slug}/history/undo/{import_id}/", key=key)

    def list_invitations(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> InvitationShapePage:
        """Return the invitations that were neither accepted nor withdrawn, latest first."""
        answer: InvitationShapePage = self._ask(
            "GET", f"leagues/{slug}/invitations/", query={"cursor": cursor, "page_size": page_size}
        )
        return answer

    def invite(self, slug: str, body: InvitationInput, *, key: str = "") -> Invitation:
        """Invite the owner of an account, or somebody by e-mail."""
        answer: Invitation = self._ask("POST", f"leagues/{slug}/invitations/", body=body, key=key)
        return answer

    def withdraw_invitation(self, slug: str, invitation_id: int, *, key: str = "") -> Invitation:
        """Withdraw an invitation."""
        answer: Invitation = self._ask(
            "POST", f"leagues/{slug}/invitations/{invitation_id}/withdraw/", key=key
        )
        return answer

    def list_experiments(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> ExperimentShapePage:
        """Return the stored comparisons, latest first."""
        answer: ExperimentShapePage = self._ask(
            "GET", f"leagues/{slug}/laboratory/", query={"cursor": cursor, "page_size": page_size}
        )
        return answer

    def compare_rules(self, slug: str, body: ExperimentInput, *, key: str = "") -> Experiment:
        """Play one game with bots under two rulesets, in the background."""
        answer: Experiment = self._ask("POST", f"leagues/{slug}/laboratory/", body=body, key=key)
        return answer

    def read_experiment(self, slug: str, experiment_id: int) -> ExperimentResult:
        """Return the comparison, with its figures once it is done."""
        answer: ExperimentResult = self._ask("GET", f"leagues/{slug}/laboratory/{experiment_id}/")
        return answer

    def stop_experiment(
        self, slug: str, experiment_id: int, *, key: str = "", if_match: str = ""
    ) -> None:
        """Stop a running comparison; its partial results are deleted."""
        self._ask(
            "DELETE", f"leagues/{slug}/laboratory/{experiment_id}/", key=key, if_match=if_match
        )

    def read_experiment_hand(
        self, slug: str, experiment_id: int, side: int, number: int
    ) -> ExampleHand:
        """Return one of the example hands of a side, 0 or 1; hands are numbered from 0."""
        answer: ExampleHand = self._ask(
            "GET", f"leagues/{slug}/laboratory/{experiment_id}/hands/{side}/{number}/"
        )
        return answer

    def list_links(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> LinkShapePage:
        """Return the links, latest first."""
        answer: LinkShapePage = self._ask(
            "GET", f"leagues/{slug}/links/", query={"cursor": cursor, "page_size": page_size}
        )
        return answer

    def create_link(self, slug: str, body: LinkInput, *, key: str = "") -> NewLink:
        """Create a link."""
        answer: NewLink = self._ask("POST", f"leagues/{slug}/links/", body=body, key=key)
        return answer

    def revoke_link(self, slug: str, link_id: int, *, key: str = "") -> Link:
        """Revoke a link."""
        answer: Link = self._ask("POST", f"leagues/{slug}/links/{link_id}/revoke/", key=key)
        return answer

    def list_matches(
        self,
        slug: str,
        *,
        cursor: str | None = None,
        page_size: int | None = None,
        played_on: str | None = None,
        season: int | None = None,
        state: str | None = None,
    ) -> MatchRowPage:
        """Return the matches, latest first."""
        answer: MatchRowPage = self._ask(
            "GET",
            f"leagues/{slug}/matches/",
            query={
                "cursor": cursor,
                "page_size": page_size,
                "played_on": played_on,
                "season": season,
                "state": state,
            },
        )
        return answer

    def start_match(self, slug: str, body: MatchInput, *, key: str = "") -> Match:
        """Start a match."""
        answer: Match = self._ask("POST", f"leagues/{slug}/matches/", body=body, key=key)
        return answer

    def list_members(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> MemberShapePage:
        """Return the members, by role and name."""
        answer: MemberShapePage = self._ask(
            "GET", f"leagues/{slug}/members/", query={"cursor": cursor, "page_size": page_size}
        )
        return answer

    def read_member(self, slug: str, member_id: int) -> Member:
        """Return the member."""
        answer: Member = self._ask("GET", f"leagues/{slug}/members/{member_id}/")
        return answer

    def change_member(
        self,
        slug: str,
        member_id: int,
        body: PatchedMemberInput,
        *,
        key: str = "",
        if_match: str = "",
    ) -> Member:
        """Change a member's role, or whether they are an arbiter."""
        answer: Member = self._ask(
            "PATCH", f"leagues/{slug}/members/{member_id}/", body=body, key=key, if_match=if_match
        )
        return answer

    def remove_member(
        self, slug: str, member_id: int, *, key: str = "", if_match: str = ""
    ) -> None:
        """Remove a member; everything they wrote and played stays."""
        self._ask("DELETE", f"leagues/{slug}/members/{member_id}/", key=key, if_match=if_match)

    def list_own_games(self, slug: str) -> list[OwnGame]:
        """Return the games that the league has declared, by name."""
        answer: list[OwnGame] = self._ask("GET", f"leagues/{slug}/own-games/")
        return answer

    def declare_game(
        self, slug: str, body: OwnGameInput, *, key: str = "", if_match: str = ""
    ) -> OwnGame:
        """Add a game, or give one another definition for future matches."""
        answer: OwnGame = self._ask(
            "PUT", f"leagues/{slug}/own-games/", body=body, key=key, if_match=if_match
        )
        return answer

    def replace_game(
        self, slug: str, name: str, body: ReplacementInput, *, key: str = ""
    ) -> OwnGame:
        """Make its matches those of a game with an engine; all points stay."""
        answer: OwnGame = self._ask(
            "POST", f"leagues/{slug}/own-games/{name}/replace/", body=body, key=key
        )
        return answer

    def preview_rescoring(self, slug: str, name: str) -> list[MovedHand]:
        """Return the hands of running seasons that would count otherwise."""
        answer: list[MovedHand] = self._ask("GET", f"leagues/{slug}/own-games/{name}/score-again/")
        return answer

    def rescore_game(self, slug: str, name: str, body: RescoringInput, *, key: str = "") -> OwnGame:
        """Score these hands again."""
        answer: OwnGame = self._ask(
            "POST", f"leagues/{slug}/own-games/{name}/score-again/", body=body, key=key
        )
        return answer

    def list_players(
        self,
        slug: str,
        *,
        cursor: str | None = None,
        name: str | None = None,
        page_size: int | None = None,
    ) -> PlayerShapePage:
        """Return the players by name, except guests merged into others."""
        answer: PlayerShapePage = self._ask(
            "GET",
            f"leagues/{slug}/players/",
            query={"cursor": cursor, "name": name, "page_size": page_size},
        )
        return answer

    def add_player(self, slug: str, body: PlayerInput, *, key: str = "") -> Player:
        """Add a player."""
        answer: Player = self._ask("POST", f"leagues/{slug}/players/", body=body, key=key)
        return answer

    def read_player(self, slug: str, player_id: int) -> Player:
        """Return the player."""
        answer: Player = self._ask("GET", f"leagues/{slug}/players/{player_id}/")
        return answer

    def rename_player(
        self,
        slug: str,
        player_id: int,
        body: PatchedNameInput,
        *,
        key: str = "",
        if_match: str = "",
    ) -> Player:
        """Rename the player."""
        answer: Player = self._ask(
            "PATCH", f"leagues/{slug}/players/{player_id}/", body=body, key=key, if_match=if_match
        )
        return answer

    def read_player_all_time(
        self, slug: str, player_id: int, *, game: str | None = None
    ) -> PlayerAllTime:
        """Return places, bests and every opponent of a player, of one game or of all."""
        answer: PlayerAllTime = self._ask(
            "GET", f"leagues/{slug}/players/{player_id}/all-time/", query={"game": game}
        )
        return answer

    def depersonalise_player(self, slug: str, player_id: int, *, key: str = "") -> Player:
        """Replace the player's name with a neutral one; the results stay."""
        answer: Player = self._ask(
            "POST", f"leagues/{slug}/players/{player_id}/depersonalise/", key=key
        )
        return answer

    def list_player_hands(
        self,
        slug: str,
        player_id: int,
        *,
        cursor: str | None = None,
        first: str | None = None,
        last: str | None = None,
        page_size: int | None = None,
    ) -> PlayedShapePage:
        """Return the player's hands, latest first."""
        answer: PlayedShapePage = self._ask(
            "GET",
            f"leagues/{slug}/players/{player_id}/hands/",
            query={"cursor": cursor, "first": first, "last": last, "page_size": page_size},
        )
        return answer

    def set_inactive(
        self, slug: str, player_id: int, body: InactiveInput, *, key: str = ""
    ) -> Player:
        """Say that the player no longer plays, or plays again."""
        answer: Player = self._ask(
            "POST", f"leagues/{slug}/players/{player_id}/inactive/", body=body, key=key
        )
        return answer

    def list_merges(
        self, slug: str, player_id: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> MergeShapePage:
        """Return the guests merged into the player."""
        answer: MergeShapePage = self._ask(
            "GET",
            f"leagues/{slug}/players/{player_id}/merges/",
            query={"cursor": cursor, "page_size": page_size},
        )
        return answer

    def merge_guest(self, slug: str, player_id: int, body: MergeInput, *, key: str = "") -> Merge:
        """Merge this guest into another player."""
        answer: Merge = self._ask(
            "POST", f"leagues/{slug}/players/{player_id}/merges/", body=body, key=key
        )
        return answer

    def undo_merge(self, slug: str, player_id: int, merge_id: int, *, key: str = "") -> Player:
        """Undo a merge."""
        answer: Player = self._ask(
            "POST", f"leagues/{slug}/players/{player_id}/merges/{merge_id}/undo/", key=key
        )
        return answer

    def list_ratings(
        self, slug: str, game: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> RatingShapePage:
        """Return the players, the best of each group first."""
        answer: RatingShapePage = self._ask(
            "GET",
            f"leagues/{slug}/ratings/{game}/",
            query={"cursor": cursor, "page_size": page_size},
        )
        return answer

    def read_ratings_file(self, slug: str, game: str, form: str) -> bytes:
        """Return the rating list as CSV, XLSX or JSON."""
        answer: bytes = self._ask("GET", f"leagues/{slug}/ratings/{game}.{form}")
        return answer

    def read_forecast(self, slug: str, game: str, *, player: list[int]) -> list[Forecast]:
        """Return expected place and probability of winning for each given player of the league; [] for fewer than two."""
        answer: list[Forecast] = self._ask(
            "GET", f"leagues/{slug}/ratings/{game}/forecast/", query={"player": player}
        )
        return answer

    def list_upsets(self, slug: str, game: str) -> list[Upset]:
        """Return the upsets, least likely first."""
        answer: list[Upset] = self._ask("GET", f"leagues/{slug}/ratings/{game}/upsets/")
        return answer

    def read_rater_comparison(self, slug: str) -> list[RaterComparison]:
        """Return the latest comparison of each game that has one."""
        answer: list[RaterComparison] = self._ask("GET", f"leagues/{slug}/ratings/comparison/")
        return answer

    def compare_raters(self, slug: str, *, key: str = "") -> Job:
        """Run the comparison again, in the background."""
        answer: Job = self._ask("POST", f"leagues/{slug}/ratings/comparison/", key=key)
        return answer

    def read_rater(self, slug: str) -> Rater:
        """Return the method."""
        answer: Rater = self._ask("GET", f"leagues/{slug}/ratings/method/")
        return answer

    def choose_rater(self, slug: str, body: Rater, *, key: str = "", if_match: str = "") -> Rater:
        """Choose the rating method; the lists are recomputed."""
        answer: Rater = self._ask(
            "PUT", f"leagues/{slug}/ratings/method/", body=body, key=key, if_match=if_match
        )
        return answer

    def seat_round(self, slug: str, round_id: int, body: TablesInput, *, key: str = "") -> Round:
        """Change the tables by hand, before the first match of the round."""
        answer: Round = self._ask(
            "POST", f"leagues/{slug}/rounds/{round_id}/seats/", body=body, key=key
        )
        return answer

    def start_round(
        self, slug: str, round_id: int, body: StartRoundInput, *, key: str = ""
    ) -> Round:
        """Start the matches of all tables that have none, under the rules of the round's game."""
        answer: Round = self._ask(
            "POST", f"leagues/{slug}/rounds/{round_id}/start/", body=body, key=key
        )
        return answer

    def read_house_rules(self, slug: str, game: str) -> Ruleset:
        """Return the house rules."""
        answer: Ruleset = self._ask("GET", f"leagues/{slug}/rules/{game}/")
        return answer

    def set_house_rules(
        self, slug: str, game: str, body: HouseRulesInput, *, key: str = "", if_match: str = ""
    ) -> Ruleset:
        """Set the house rules for future matches."""
        answer: Ruleset = self._ask(
            "PUT", f"leagues/{slug}/rules/{game}/", body=body, key=key, if_match=if_match
        )
        return answer

    def list_rulings(
        self,
        slug: str,
        *,
        cursor: str | None = None,
        game: str | None = None,
        option: str | None = None,
        page_size: int | None = None,
        rule: str | None = None,
        words: str | None = None,
    ) -> RulingRowPage:
        """Return the rulings, latest first."""
        answer: RulingRowPage = self._ask(
            "GET",
            f"leagues/{slug}/rulings/",
            query={
                "cursor": cursor,
                "game": game,
                "option": option,
                "page_size": page_size,
                "rule": rule,
                "words": words,
            },
        )
        return answer

    def read_ruling(self, slug: str, ruling_id: int) -> Ruling:
        """Return the ruling with its whole record."""
        answer: Ruling = self._ask("GET", f"leagues/{slug}/rulings/{ruling_id}/")
        return answer

    def read_ruling_pdf(self, slug: str, ruling_id: int) -> bytes:
        """Return the ruling as PDF in its league's language, rendered on request."""
        answer: bytes = self._ask("GET", f"leagues/{slug}/rulings/{ruling_id}/ruling.pdf")
        return answer

    def list_seasons(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> SeasonShapePage:
        """Return the seasons, latest first."""
        answer: SeasonShapePage = self._ask(
            "GET", f"leagues/{slug}/seasons/", query={"cursor": cursor, "page_size": page_size}
        )
        return answer

    def start_season(self, slug: str, body: SeasonInput, *, key: str = "") -> Season:
        """Start a season."""
        answer: Season = self._ask("POST", f"leagues/{slug}/seasons/", body=body, key=key)
        return answer

    def read_season(self, slug: str, season_id: int) -> Season:
        """Return the season."""
        answer: Season = self._ask("GET", f"leagues/{slug}/seasons/{season_id}/")
        return answer

    def change_season(
        self,
        slug: str,
        season_id: int,
        body: PatchedSeasonNameInput,
        *,
        key: str = "",
        if_match: str = "",
    ) -> Season:
        """Rename the season; set its usual game and day, by default none."""
        answer: Season = self._ask(
            "PATCH", f"leagues/{slug}/seasons/{season_id}/", body=body, key=key, if_match=if_match
        )
        return answer

    def read_bgstats_file(self, slug: str, season_id: int) -> Any:
        """Return every confirmed hand as a play, in the import format of BG Stats."""
        answer: Any = self._ask("GET", f"leagues/{slug}/seasons/{season_id}/bgstats.bgsplay")
        return answer

    def list_evenings(
        self, slug: str, season_id: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> PlayedEveningShapePage:
        """Return the evenings on which matches were started, latest first."""
        answer: PlayedEveningShapePage = self._ask(
            "GET",
            f"leagues/{slug}/seasons/{season_id}/evenings/",
            query={"cursor": cursor, "page_size": page_size},
        )
        return answer

    def read_final(self, slug: str, season_id: int) -> Final:
        """Return the table of the season’s final."""
        answer: Final = self._ask("GET", f"leagues/{slug}/seasons/{season_id}/final/")
        return answer

    def start_final(self, slug: str, season_id: int, body: FinalInput, *, key: str = "") -> Season:
        """Start the final of a finished season."""
        answer: Season = self._ask(
            "POST", f"leagues/{slug}/seasons/{season_id}/final/", body=body, key=key
        )
        return answer

    def finish_season(self, slug: str, season_id: int, body: EndInput, *, key: str = "") -> Season:
        """Finish the season and order its report."""
        answer: Season = self._ask(
            "POST", f"leagues/{slug}/seasons/{season_id}/finish/", body=body, key=key
        )
        return answer

    def draw_lots(self, slug: str, season_id: int, body: LotsInput, *, key: str = "") -> Season:
        """Record lots that were drawn, or draw them."""
        answer: Season = self._ask(
            "POST", f"leagues/{slug}/seasons/{season_id}/lots/", body=body, key=key
        )
        return answer

    def list_season_hands(
        self,
        slug: str,
        season_id: int,
        player_id: int,
        *,
        cursor: str | None = None,
        first: str | None = None,
        last: str | None = None,
        page_size: int | None = None,
    ) -> PlayedShapePage:
        """Return the player's hands of the season, latest first."""
        answer: PlayedShapePage = self._ask(
            "GET",
            f"leagues/{slug}/seasons/{season_id}/players/{player_id}/hands/",
            query={"cursor": cursor, "first": first, "last": last, "page_size": page_size},
        )
        return answer

    def list_meetings(self, slug: str, season_id: int, player_id: int) -> list[Meeting]:
        """Return the opponents met in the most hands of the season, at most 200."""
        answer: list[Meeting] = self._ask(
            "GET", f"leagues/{slug}/seasons/{season_id}/players/{player_id}/meetings/"
        )
        return answer

    def set_ranking(
        self, slug: str, season_id: int, body: RankingInput, *, key: str = ""
    ) -> Season:
        """Change the season's ranking rules."""
        answer: Season = self._ask(
            "POST", f"leagues/{slug}/seasons/{season_id}/ranking/", body=body, key=key
        )
        return answer

    def reopen_season(self, slug: str, season_id: int, *, key: str = "") -> Season:
        """Reopen the season."""
        answer: Season = self._ask("POST", f"leagues/{slug}/seasons/{season_id}/reopen/", key=key)
        return answer

    def list_reports(
        self, slug: str, season_id: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> ReportRowPage:
        """Return the reports, latest first."""
        answer: ReportRowPage = self._ask(
            "GET",
            f"leagues/{slug}/seasons/{season_id}/reports/",
            query={"cursor": cursor, "page_size": page_size},
        )
        return answer

    def ask_for_report(self, slug: str, season_id: int, *, key: str = "") -> Job:
        """Order a report, which is computed in the background."""
        answer: Job = self._ask("POST", f"leagues/{slug}/seasons/{season_id}/reports/", key=key)
        return answer

    def read_report(self, slug: str, season_id: int, number: int) -> Report:
        """Return the report without the rows of its large tables."""
        answer: Report = self._ask("GET", f"leagues/{slug}/seasons/{season_id}/reports/{number}/")
        return answer

    def read_report_player(
        self, slug: str, season_id: int, number: int, player_id: int
    ) -> ReportPlayerShape:
        """Return one player's figures of the report."""
        answer: ReportPlayerShape = self._ask(
            "GET", f"leagues/{slug}/seasons/{season_id}/reports/{number}/players/{player_id}/"
        )
        return answer

    def read_report_file(self, slug: str, season_id: int, number: int) -> Any:
        """Return every table of the report as JSON."""
        answer: Any = self._ask(
            "GET", f"leagues/{slug}/seasons/{season_id}/reports/{number}/report.json"
        )
        return answer

    def read_report_pdf(self, slug: str, season_id: int, number: int) -> bytes:
        """Return the PDF rendered with the report; 503 while the site's store is away."""
        answer: bytes = self._ask(
            "GET", f"leagues/{slug}/seasons/{season_id}/reports/{number}/report.pdf"
        )
        return answer

    def read_report_rows(
        self,
        slug: str,
        season_id: int,
        number: int,
        key: str,
        *,
        cursor: str | None = None,
        page_size: int | None = None,
    ) -> ReportRowsShape:
        """Return a page of one of the report's large tables, as figures."""
        answer: ReportRowsShape = self._ask(
            "GET",
            f"leagues/{slug}/seasons/{season_id}/reports/{number}/tables/{key}/",
            query={"cursor": cursor, "page_size": page_size},
        )
        return answer

    def read_report_table(
        self, slug: str, season_id: int, number: int, key: str, form: str
    ) -> bytes:
        """Return one table of the report as CSV, XLSX or JSON."""
        answer: bytes = self._ask(
            "GET", f"leagues/{slug}/seasons/{season_id}/reports/{number}/tables/{key}.{form}"
        )
        return answer

    def read_standings(
        self,
        slug: str,
        season_id: int,
        *,
        cursor: str | None = None,
        first: str | None = None,
        last: str | None = None,
        page_size: int | None = None,
    ) -> Standings:
        """Return a page of the table."""
        answer: Standings = self._ask(
            "GET",
            f"leagues/{slug}/seasons/{season_id}/standings/",
            query={"cursor": cursor, "first": first, "last": last, "page_size": page_size},
        )
        return answer

    def read_game_standings(
        self, slug: str, season_id: int, *, game: str, page: int | None = None
    ) -> GameStandings:
        """Return a page of 50 rows of the table of one game, under the season's rules."""
        answer: GameStandings = self._ask(
            "GET",
            f"leagues/{slug}/seasons/{season_id}/standings/game/",
            query={"game": game, "page": page},
        )
        return answer

    def open_season_stream(self, slug: str, season_id: int) -> Stream:
        """Return the address of a stream for the season's results."""
        answer: Stream = self._ask("GET", f"leagues/{slug}/seasons/{season_id}/stream/")
        return answer

    def read_standings_file(self, slug: str, season_id: int, form: str) -> bytes:
        """Return the table of the whole season as CSV, XLSX or JSON."""
        answer: bytes = self._ask("GET", f"leagues/{slug}/seasons/{season_id}/table.{form}")
        return answer

    def ask_what_if(self, slug: str, season_id: int, body: WhatIfInput) -> WhatIf:
        """Return the table under other rules beside the season's own."""
        answer: WhatIf = self._ask(
            "POST", f"leagues/{slug}/seasons/{season_id}/what-if/", body=body
        )
        return answer

    def read_settings(self, slug: str) -> LeagueSettings:
        """Return the settings."""
        answer: LeagueSettings = self._ask("GET", f"leagues/{slug}/settings/")
        return answer

    def change_settings(
        self, slug: str, body: PatchedSettingsInput, *, key: str = "", if_match: str = ""
    ) -> LeagueSettings:
        """Change some settings."""
        answer: LeagueSettings = self._ask(
            "PATCH", f"leagues/{slug}/settings/", body=body, key=key, if_match=if_match
        )
        return answer

    def open_league_stream(self, slug: str) -> Stream:
        """Return the address of a stream for the league's matches, people, and background jobs."""
        answer: Stream = self._ask("GET", f"leagues/{slug}/stream/")
        return answer

    def list_webhooks(
        self, slug: str, *, cursor: str | None = None, page_size: int | None = None
    ) -> WebhookShapePage:
        """Return the webhooks."""
        answer: WebhookShapePage = self._ask(
            "GET", f"leagues/{slug}/webhooks/", query={"cursor": cursor, "page_size": page_size}
        )
        return answer

    def add_webhook(self, slug: str, body: WebhookInput, *, key: str = "") -> NewWebhook:
        """Add a webhook."""
        answer: NewWebhook = self._ask("POST", f"leagues/{slug}/webhooks/", body=body, key=key)
        return answer

    def read_webhook(self, slug: str, webhook_id: int) -> Webhook:
        """Return the webhook."""
        answer: Webhook = self._ask("GET", f"leagues/{slug}/webhooks/{webhook_id}/")
        return answer

    def change_webhook(
        self,
        slug: str,
        webhook_id: int,
        body: PatchedWebhookChange,
        *,
        key: str = "",
        if_match: str = "",
    ) -> Webhook:
        """Switch the webhook on or off, or choose its events."""
        answer: Webhook = self._ask(
            "PATCH", f"leagues/{slug}/webhooks/{webhook_id}/", body=body, key=key, if_match=if_match
        )
        return answer

    def remove_webhook(
        self, slug: str, webhook_id: int, *, key: str = "", if_match: str = ""
    ) -> None:
        """Remove the webhook and its messages."""
        self._ask("DELETE", f"leagues/{slug}/webhooks/{webhook_id}/", key=key, if_match=if_match)

    def list_deliveries(
        self, slug: str, webhook_id: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> DeliveryShapePage:
        """Return the messages, latest first."""
        answer: DeliveryShapePage = self._ask(
            "GET",
            f"leagues/{slug}/webhooks/{webhook_id}/deliveries/",
            query={"cursor": cursor, "page_size": page_size},
        )
        return answer

    def test_webhook(self, slug: str, webhook_id: int, *, key: str = "") -> Delivery:
        """Send a test message."""
        answer: Delivery = self._ask(
            "POST", f"leagues/{slug}/webhooks/{webhook_id}/deliveries/", key=key
        )
        return answer

    def send_again(
        self, slug: str, webhook_id: int, delivery_id: int, *, key: str = ""
    ) -> Delivery:
        """Send the same message again, with the same id."""
        answer: Delivery = self._ask(
            "POST", f"leagues/{slug}/webhooks/{webhook_id}/deliveries/{delivery_id}/again/", key=key
        )
        return answer

    def claim_by_link(self, body: FollowInput, *, key: str = "") -> ClaimedPlayer:
        """Claim the hands of the link's guest for the user's own player."""
        answer: ClaimedPlayer = self._ask("POST", "links/claim/", body=body, key=key)
        return answer

    def join_by_link(self, body: FollowInput, *, key: str = "") -> Member:
        """Join the league of a link as a player; members keep their role."""
        answer: Member = self._ask("POST", "links/join/", body=body, key=key)
        return answer

    def read_match(self, match_id: int) -> Match:
        """Return the match with its rules, status, totals and seats."""
        answer: Match = self._ask("GET", f"matches/{match_id}/")
        return answer

    def delete_match(self, match_id: int, *, key: str = "") -> None:
        """Delete a match without hands."""
        self._ask("DELETE", f"matches/{match_id}/", key=key)

    def close_match(self, match_id: int, *, key: str = "") -> Match:
        """Close the match."""
        answer: Match = self._ask("POST", f"matches/{match_id}/close/", key=key)
        return answer

    def read_match_forms(self, match_id: int) -> Forms:
        """Return the entry forms under the rules of the match."""
        answer: Forms = self._ask("GET", f"matches/{match_id}/forms/")
        return answer

    def list_hands(
        self, match_id: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> HandRowShapePage:
        """Return the hands in order, voided ones included, with the totals after each."""
        answer: HandRowShapePage = self._ask(
            "GET", f"matches/{match_id}/hands/", query={"cursor": cursor, "page_size": page_size}
        )
        return answer

    def enter_hand(self, match_id: int, body: EntryInput, *, key: str = "") -> Entered:
        """Enter a hand."""
        answer: Entered = self._ask("POST", f"matches/{match_id}/hands/", body=body, key=key)
        return answer

    def read_hand(self, match_id: int, number: int) -> Hand:
        """Return the hand's confirmed version."""
        answer: Hand = self._ask("GET", f"matches/{match_id}/hands/{number}/")
        return answer

    def list_disputes(
        self, match_id: int, number: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> DisputeShapePage:
        """Return the disputes about the hand, latest first."""
        answer: DisputeShapePage = self._ask(
            "GET",
            f"matches/{match_id}/hands/{number}/disputes/",
            query={"cursor": cursor, "page_size": page_size},
        )
        return answer

    def open_dispute(
        self, match_id: int, number: int, body: DisputeInput, *, key: str = ""
    ) -> Dispute:
        """Dispute the hand, or one event of its log."""
        answer: Dispute = self._ask(
            "POST", f"matches/{match_id}/hands/{number}/disputes/", body=body, key=key
        )
        return answer

    def attach_log(
        self, match_id: int, number: int, body: AttachInput, *, key: str = ""
    ) -> NewVersion:
        """Attach a log to the hand."""
        answer: NewVersion = self._ask(
            "POST", f"matches/{match_id}/hands/{number}/log/", body=body, key=key
        )
        return answer

    def read_hand_replay(self, match_id: int, number: int) -> RepairableReplay:
        """Return a verdict on every event of the stored log; 404 for a hand without a log."""
        answer: RepairableReplay = self._ask("GET", f"matches/{match_id}/hands/{number}/replay/")
        return answer

    def restore_hand(
        self, match_id: int, number: int, body: RestoreInput, *, key: str = ""
    ) -> NewVersion:
        """Restore an earlier version, as a new version."""
        answer: NewVersion = self._ask(
            "POST", f"matches/{match_id}/hands/{number}/restore/", body=body, key=key
        )
        return answer

    def list_versions(
        self, match_id: int, number: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> PastVersionPage:
        """Return the versions of the hand, oldest first."""
        answer: PastVersionPage = self._ask(
            "GET",
            f"matches/{match_id}/hands/{number}/versions/",
            query={"cursor": cursor, "page_size": page_size},
        )
        return answer

    def correct_hand(
        self, match_id: int, number: int, body: CorrectionInput, *, key: str = ""
    ) -> NewVersion:
        """Correct the hand."""
        answer: NewVersion = self._ask(
            "POST", f"matches/{match_id}/hands/{number}/versions/", body=body, key=key
        )
        return answer

    def check_correction(
        self, match_id: int, number: int, body: CorrectionDraft
    ) -> CorrectionCheck:
        """Return findings and points as for a new hand, and the effect."""
        answer: CorrectionCheck = self._ask(
            "POST", f"matches/{match_id}/hands/{number}/versions/check/", body=body
        )
        return answer

    def void_hand(
        self, match_id: int, number: int, body: ChangeInput, *, key: str = ""
    ) -> NewVersion:
        """Void the hand."""
        answer: NewVersion = self._ask(
            "POST", f"matches/{match_id}/hands/{number}/void/", body=body, key=key
        )
        return answer

    def check_void(self, match_id: int, number: int) -> Effect:
        """Return the effect."""
        answer: Effect = self._ask("POST", f"matches/{match_id}/hands/{number}/void/check/")
        return answer

    def check_hand(self, match_id: int, body: EntryInput) -> Check:
        """Return points, findings, the steps of the score, and the end of the match if this hand ends it."""
        answer: Check = self._ask("POST", f"matches/{match_id}/hands/check/", body=body)
        return answer

    def move_match(self, match_id: int, body: MoveInput, *, key: str = "") -> Match:
        """Move the match to another evening, or to another season of its league."""
        answer: Match = self._ask("POST", f"matches/{match_id}/move/", body=body, key=key)
        return answer

    def list_penalties(
        self, match_id: int, *, cursor: str | None = None, page_size: int | None = None
    ) -> PenaltyShapePage:
        """Return the penalties, including cancelled ones."""
        answer: PenaltyShapePage = self._ask(
            "GET",
            f"matches/{match_id}/penalties/",
            query={"cursor": cursor, "page_size": page_size},
        )
        return answer

    def add_penalty(self, match_id: int, body: PenaltyInput, *, key: str = "") -> Penalty:
        """Give a player penalty points."""
        answer: Penalty = self._ask("POST", f"matches/{match_id}/penalties/", body=body, key=key)
        return answer

    def cancel_penalty(
        self, match_id: int, penalty_id: int, body: CancelInput, *, key: str = ""
    ) -> Penalty:
        """Cancel the penalty."""
        answer: Penalty = self._ask(
            "POST", f"matches/{match_id}/penalties/{penalty_id}/cancel/", body=body, key=key
        )
        return answer

    def reopen_match(self, match_id: int, *, key: str = "") -> Match:
        """Reopen a closed match."""
        answer: Match = self._ask("POST", f"matches/{match_id}/reopen/", key=key)
        return answer

    def replay_match_log(self, match_id: int, body: MatchLogInput) -> RepairableReplay:
        """Return a verdict on every event, with the rule it cites."""
        answer: RepairableReplay = self._ask("POST", f"matches/{match_id}/replay/", body=body)
        return answer

    def restore_match(self, match_id: int, body: MatchReasonInput, *, key: str = "") -> Match:
        """Restore the hands of the match that were voided together last."""
        answer: Match = self._ask("POST", f"matches/{match_id}/restore/", body=body, key=key)
        return answer

    def change_rules(self, match_id: int, body: MatchRulesInput, *, key: str = "") -> Match:
        """Change the rules of the match."""
        answer: Match = self._ask("POST", f"matches/{match_id}/rules/", body=body, key=key)
        return answer

    def list_seats(self, match_id: int) -> list[Seat]:
        """Return all seats of this match clockwise, including those that players have left."""
        answer: list[Seat] = self._ask("GET", f"matches/{match_id}/seats/")
        return answer

    def join_match(self, match_id: int, body: JoinInput, *, key: str = "") -> Seat:
        """Join the match, starting with the next hand."""
        answer: Seat = self._ask("POST", f"matches/{match_id}/seats/", body=body, key=key)
        return answer

    def correct_seat(
        self, match_id: int, seat_id: int, body: RightSeatInput, *, key: str = ""
    ) -> Seat:
        """Correct who sat there from a hand on."""
        answer: Seat = self._ask(
            "POST", f"matches/{match_id}/seats/{seat_id}/correct/", body=body, key=key
        )
        return answer

    def count_substitute(
        self, match_id: int, seat_id: int, body: CountsInput, *, key: str = ""
    ) -> Seat:
        """Say for whom the hands count at a seat that a substitute took over."""
        answer: Seat = self._ask(
            "POST", f"matches/{match_id}/seats/{seat_id}/counts/", body=body, key=key
        )
        return answer

    def leave_match(self, match_id: int, seat_id: int, *, key: str = "") -> Seat:
        """Leave the table after the last hand entered."""
        answer: Seat = self._ask("POST", f"matches/{match_id}/seats/{seat_id}/leave/", key=key)
        return answer

    def substitute(
        self, match_id: int, seat_id: int, body: SubstituteInput, *, key: str = ""
    ) -> Seat:
        """Take over this seat from its player, starting with the next hand."""
        answer: Seat = self._ask(
            "POST", f"matches/{match_id}/seats/{seat_id}/substitute/", body=body, key=key
        )
        return answer

    def open_match_stream(self, match_id: int) -> Stream:
        """Return the address of a stream for the match's hands, seats and disputes."""
        answer: Stream = self._ask("GET", f"matches/{match_id}/stream/")
        return answer

    def void_match(self, match_id: int, body: MatchReasonInput, *, key: str = "") -> Match:
        """Void all hands of the match for one reason, and close it."""
        answer: Match = self._ask("POST", f"matches/{match_id}/void/", body=body, key=key)
        return answer

    def replay_log(self, body: LogInput) -> RepairableReplay:
        """Return a verdict on every event, with the rule it cites."""
        answer: RepairableReplay = self._ask("POST", "replay/", body=body)
        return answer

    def compare_log(self, body: CompareInput) -> Comparison:
        """Return the log under the first ruleset, then under those of ``versus``, and the first event whose verdict, or whose table afterwards, differs."""
        answer: Comparison = self._ask("POST", "replay/compare/", body=body)
        return answer
