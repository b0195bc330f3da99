/**
 * The end of a hand while it is being typed: which form is used, who went out, what is left.
 *
 * Built from the forms a game declares (zarleague/engine/entry.py), so that it knows no game. It
 * counts along and checks what the deck alone can tell; the server judges the rest.
 *
 * @typedef {{key: string, label: string, kind: string, points: number, most: number,
 *            faces: string[], choices: [string, string][]}} Field
 * @typedef {{key: string, title: string, evidence: number, fields: Field[], winner: boolean,
 *            scoring: string}} Form
 * @typedef {{name: string, points: number, copies: number}} Face
 * @typedef {Object<string, number|string|string[]|string[][]>} Sheet  what a seat holds, by field
 * @typedef {{field: string, holders: {seat: number, count: number}[], count: number,
 *            most: number, what: string}} Slip  more of something than the deck holds
 */

/** The winner of a hand that ended without anybody going out. */
export const NOBODY = -1;

/** The kinds of field that hold cards one by one. */
export const LISTS = new Set(["cards", "columns"]);

export class Entry {
  /**
   * @param {{forms: Form[], deck: Object<string, Face>, seats: unknown[],
   *          scorer?: ((entry: Entry) => (number|null)[])|null}} table
   * @param {{form?: string, winner?: number|null, sheets?: Object<string, Sheet[]>,
   *          satOut?: number[], log?: string}} [typed]
   */
  constructor(table, typed = {}) {
    this.table = table;
    this.formKey = table.forms.some((form) => form.key === typed.form)
      ? typed.form
      : table.forms[0].key;
    this.winner = typed.winner ?? null;
    this.satOut = new Set(typed.satOut);
    this.log = typed.log ?? "";
    this.typed = {};
    for (const form of table.forms) {
      const kept = typed.sheets?.[form.key];
      this.typed[form.key] = table.seats.map((_, seat) => ({ ...kept?.[seat] }));
    }
  }

  /** @returns {Form} */
  get form() {
    return this.table.forms.find((form) => form.key === this.formKey);
  }

  /** @returns {Sheet[]} what was typed into the present form, by seat */
  get sheets() {
    return this.typed[this.formKey];
  }

  /** Go on with another form; what was typed stays, and fills a coarser form that is empty. */
  use(key) {
    this.formKey = key;
    if (!isBlank(this.sheets)) return;
    const finer = this.table.forms
      .filter((form) => form.evidence > this.form.evidence && !isBlank(this.typed[form.key]))
      .sort((one, other) => one.evidence - other.evidence)[0];
    if (!finer) return;
    this.typed[finer.key].forEach((sheet, seat) => {
      this.sheets[seat] = coarser(finer, this.form, sheet, this.table.deck);
    });
  }

  value(seat, field) {
    return this.sheets[seat][field.key] ?? (LISTS.has(field.kind) ? [] : null);
  }

  set(seat, field, value) {
    if (value === null || value === "") delete this.sheets[seat][field.key];
    else this.sheets[seat][field.key] = value;
  }

  /** Whether the seat is marked as the one that went out and so holds nothing. */
  isOut(seat) {
    return this.form.winner && this.winner === seat;
  }

  /** Whether the form has no sheets: the log alone says how the hand ended. */
  get isLog() {
    return this.form.fields.length === 0;
  }

  /** Whether enough was typed for this seat to go on to the next. */
  isFilled(seat) {
    if (this.isOut(seat) || this.satOut.has(seat)) return true;
    if (this.isLog) return this.log.trim() !== "";
    if (this.form.scoring === "game" && this.table.scorer) return this.points()[seat] !== null;
    const sheet = this.sheets[seat];
    return this.form.fields.some((field) => {
      const value = sheet[field.key];
      if (value === undefined || field.kind === "extra" || field.kind === "choice") return false;
      if (field.kind === "total") return true;
      if (field.kind === "cards") return value.length > 0;
      return this.mayHoldNothing || value > 0;
    });
  }

  /** Whether a seat may end the hand with nothing: where nobody is asked to go out. */
  get mayHoldNothing() {
    const kinds = new Set(this.form.fields.map(({ kind }) => kind));
    return !this.form.winner && !kinds.has("cards") && (kinds.has("count") || kinds.has("columns"));
  }

  /** Say that a seat has nothing left, which is not the same as saying nothing. */
  setNothing(seat) {
    for (const field of this.form.fields) {
      if (field.kind === "count") this.sheets[seat][field.key] = 0;
      if (field.kind === "columns") this.sheets[seat][field.key] = [];
    }
  }

  /** @returns {number} the first seat that still has to be filled, -1 when none has */
  firstMissing() {
    return this.sheets.findIndex((_, seat) => !this.isFilled(seat));
  }

  get needsWinner() {
    return this.form.winner && this.winner === null;
  }

  get isEmpty() {
    return this.winner === null && !this.log.trim() && Object.values(this.typed).every(isBlank);
  }

  /** @returns {(number|null)[]} the points of the hand by seat, null while a seat is not filled */
  points() {
    if (this.form.scoring === "game") {
      const counted = this.table.scorer?.(this) ?? [];
      return this.sheets.map((_, seat) => (this.satOut.has(seat) ? null : counted[seat] ?? null));
    }
    const held = this.sheets.map((sheet, seat) =>
      this.isOut(seat) || this.satOut.has(seat) ? 0 : worth(this.form, sheet, this.table.deck),
    );
    const collects = this.form.scoring === "winner-collects";
    const collected = held.reduce((sum, points) => sum + points, 0);
    return held.map((points, seat) => {
      if (!this.isFilled(seat) || this.satOut.has(seat)) return null;
      const due = collects ? (this.isOut(seat) ? collected : 0) : points;
      return due + extras(this.form, this.sheets[seat]);
    });
  }

  /** @returns {Slip[]} what the deck cannot hold, one for each field or card */
  slips() {
    const holding = this.sheets.map((sheet, seat) =>
      this.isOut(seat) || this.satOut.has(seat) ? {} : sheet,
    );
    const counted = this.form.fields
      .filter((field) => field.kind === "count" && field.most)
      .map((field) => ({
        field: field.key,
        most: field.most,
        what: field.label,
        counts: holding.map((sheet) => sheet[field.key] ?? 0),
      }));
    const cards = holding.map((sheet) => codes(this.form, sheet));
    const named = [...new Set(cards.flat())].map((code) => ({
      field: "",
      most: this.table.deck[code].copies,
      what: this.table.deck[code].name,
      counts: cards.map((held) => held.filter((other) => other === code).length),
    }));
    return [...counted, ...named].map(asSlip).filter(({ count, most }) => count > most);
  }

  /**
   * Somebody marked as out for whom cards were typed, and who may have gone out instead: the only
   * seat for which nothing was typed, or -1. Null when nothing is odd.
   */
  oddWinner() {
    if (!this.form.winner || this.winner === null || this.winner === NOBODY) return null;
    if (!Object.values(this.sheets[this.winner]).some((value) => Number(value) || value.length)) {
      return null;
    }
    const missing = this.sheets.map((_, seat) => seat).filter((seat) => !this.isFilled(seat));
    return { winner: this.winner, instead: missing.length === 1 ? missing[0] : -1 };
  }

  /** How many cards are entered, as far as they are known one by one or by kind. */
  cardsEntered() {
    return this.sheets.reduce((sum, sheet, seat) => {
      if (this.isOut(seat) || this.satOut.has(seat)) return sum;
      const counts = this.form.fields.filter(({ kind }) => kind === "count");
      const counted = counts.reduce((held, field) => held + (sheet[field.key] ?? 0), 0);
      return sum + counted + codes(this.form, sheet).length;
    }, 0);
  }

  /** The seats that played the hand, in order. */
  playing() {
    return this.sheets.map((_, seat) => seat).filter((seat) => !this.satOut.has(seat));
  }

  /**
   * What is sent: the entry as zarleague.engine.entry.Entry, one sheet for each seat that played,
   * the winner's left empty.
   */
  payload() {
    const kept = new Set(this.form.fields.filter((f) => f.kind === "extra").map((f) => f.key));
    const playing = this.playing();
    const winner = this.form.winner ? playing.indexOf(this.winner) : -1;
    return {
      form: this.formKey,
      winner: winner < 0 ? null : winner,
      sheets: playing.map((seat) => {
        const sheet = Object.entries(this.sheets[seat]);
        return Object.fromEntries(this.isOut(seat) ? sheet.filter(([key]) => kept.has(key)) : sheet);
      }),
      log: this.log.trim(),
    };
  }

  /** What is kept on the phone: everything typed, in every form. */
  draft() {
    return {
      form: this.formKey,
      winner: this.winner,
      sheets: this.typed,
      satOut: [...this.satOut],
      log: this.log,
    };
  }
}

const isBlank = (sheets) => sheets.every((sheet) => Object.keys(sheet).length === 0);

function asSlip({ field, most, what, counts }) {
  const holders = counts
    .map((count, seat) => ({ seat, count }))
    .filter(({ count }) => count > 0);
  return { field, most, what, holders, count: counts.reduce((sum, count) => sum + count, 0) };
}

/** The codes of all cards of a sheet. */
function codes(form, sheet) {
  return form.fields
    .filter((field) => LISTS.has(field.kind))
    .flatMap((field) => (sheet[field.key] ?? []).flat());
}

/** The points of what is left in a hand, score penalties apart. */
function worth(form, sheet, deck) {
  let points = codes(form, sheet).reduce((sum, code) => sum + (deck[code]?.points ?? 0), 0);
  for (const field of form.fields) {
    const value = sheet[field.key] ?? 0;
    if (field.kind === "total") points += value;
    if (field.kind === "count") points += value * field.points;
  }
  return points;
}

function extras(form, sheet) {
  return form.fields
    .filter((field) => field.kind === "extra")
    .reduce((sum, field) => sum + (sheet[field.key] ?? 0) * field.points, 0);
}

/** A sheet of a finer form told in a coarser one: cards as counts, either as a total. */
function coarser(from, to, sheet, deck) {
  if (Object.keys(sheet).length === 0) return {};
  const told = {};
  for (const field of to.fields) {
    if (field.kind === "total" && from.scoring === "sum" && to.fields.length === 1) told[field.key] = worth(from, sheet, deck);
    if (field.kind === "extra" && field.key in sheet) told[field.key] = sheet[field.key];
    if (field.kind === "count") {
      const count = codes(from, sheet).filter((code) => field.faces.includes(code)).length;
      if (count) told[field.key] = count;
    }
  }
  return told;
}
