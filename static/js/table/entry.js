/**
 * The end of a hand while it is being typed: which form is used, who went out, what is left.
 *
 * Built from the forms a game declares (zarleague/engine/entry/forms.py), so that it knows no game. It
 * adds up points and checks the entry against the deck; the server judges the rest.
 *
 * @typedef {{key: string, label: string, kind: "points"|"count"|"cards"|"columns"|"choice"|"extra"|"number"|"tick",
 *            points: number, most: number, least: number, always: boolean, faces: string[], choices: [string, string][],
 *            columns: number, rows: number}} Field
 * @typedef {{key: string, title: string, evidence: number, fields: Field[], winner: boolean,
 *            scoring: "sum"|"winner-collects"|"game"}} Form
 * @typedef {{name: string, kind: string, colour: string, points: number, copies: number}} Face
 * @typedef {Record<string, Face>} Deck  by code
 * @typedef {number|string|string[]|string[][]} Value
 * @typedef {Record<string, Value>} Sheet  what a seat holds, by field
 * @typedef {{field: string, holders: {seat: number, count: number}[], count: number,
 *            most: number, what: string}} Slip  more of something than the deck holds
 * @typedef {{forms: Form[], deck: Deck, seats: unknown[], rules: Record<string, string>,
 *            scorer?: ((entry: Entry) => (number|null)[])|null}} Table
 * @typedef {{form?: string, winner?: number|null, sheets?: Record<string, Sheet[]>,
 *            satOut?: number[], log?: string}} Typed  what a draft keeps
 */

/** The winner of a hand that ended without anybody going out. */
export const NOBODY = -1;

/** The form of a hand that was given up: what is left may be entered, and counts for nobody. */
export const GIVEN_UP = "given-up";

/** The kinds of field that hold cards one by one. */
export const LISTS = new Set(["cards", "columns"]);

/** The kinds of field that hold a number which says nothing about cards. */
const NUMBERS = new Set(["number", "tick", "points"]);

export class Entry {
  /**
   * @param {Table} table
   * @param {Typed} [typed]
   */
  constructor(table, typed = {}) {
    this.table = table;
    const form = table.forms.find(({ key }) => key === typed.form) ?? table.forms[0];
    this.formKey = form.key;
    /** The form to go back to from a hand that was given up. */
    this.playedForm = form.key === GIVEN_UP ? table.forms[0].key : form.key;
    /** @type {number|null} a seat, or NOBODY, or null when nothing was said yet */
    this.winner = typed.winner ?? null;
    this.satOut = new Set(typed.satOut);
    this.log = typed.log ?? "";
    /** @type {Record<string, Sheet[]>} */
    this.typed = {};
    for (const form of table.forms) {
      const kept = typed.sheets?.[form.key];
      this.typed[form.key] = table.seats.map((_, seat) => ({ ...kept?.[seat] }));
    }
  }

  /** @returns {Form} */
  get form() {
    const form = this.table.forms.find(({ key }) => key === this.formKey);
    if (!form) throw new Error(`no form ${this.formKey}`);
    return form;
  }

  /** @returns {Sheet[]} what was typed into the present form, by seat */
  get sheets() {
    return this.typed[this.formKey];
  }

  /**
   * Switch to another form; the typed values are kept, and fill a coarser form that is empty.
   * @param {string} key
   */
  use(key) {
    this.formKey = key;
    if (!this.isGivenUp) this.playedForm = key;
    if (!isBlank(this.sheets)) return;
    const finer = this.table.forms
      .filter((form) => form.evidence > this.form.evidence && !isBlank(this.typed[form.key]))
      .sort((one, other) => one.evidence - other.evidence)[0];
    if (!finer) return;
    this.typed[finer.key].forEach((sheet, seat) => {
      this.sheets[seat] = coarser(finer, this.form, sheet, this.table.deck);
    });
  }

  /**
   * @param {string} key
   * @returns {Field}
   */
  field(key) {
    const field = this.form.fields.find((each) => each.key === key);
    if (!field) throw new Error(`no field ${key} in the form ${this.formKey}`);
    return field;
  }

  /**
   * @param {number} seat
   * @param {Field} field
   * @returns {Value|null} null when nothing was typed
   */
  value(seat, field) {
    return this.sheets[seat][field.key] ?? null;
  }

  /**
   * @param {number} seat
   * @param {Field} field  of the kind "cards"
   * @returns {string[]} codes
   */
  cards(seat, field) {
    return /** @type {string[]} */ (this.value(seat, field) ?? []);
  }

  /**
   * @param {number} seat
   * @param {Field} field  of the kind "columns"
   * @returns {string[][]} codes by column
   */
  columns(seat, field) {
    return /** @type {string[][]} */ (this.value(seat, field) ?? []);
  }

  /**
   * @param {number} seat
   * @param {Field} field
   * @param {Value|null} value
   */
  set(seat, field, value) {
    if (value === null || value === "") delete this.sheets[seat][field.key];
    else this.sheets[seat][field.key] = value;
  }

  /**
   * Return whether the seat is marked as the one that went out and so holds nothing.
   * @param {number} seat
   */
  isOut(seat) {
    return this.form.winner && this.winner === seat;
  }

  get isGivenUp() {
    return this.formKey === GIVEN_UP;
  }

  /** Whether the form has no fields, so that the log alone says how the hand ended. */
  get isLog() {
    return this.form.fields.length === 0;
  }

  /**
   * Return whether enough was typed for this seat to go on to the next.
   * @param {number} seat
   */
  isFilled(seat) {
    if (this.isGivenUp || this.isOut(seat) || this.satOut.has(seat)) return true;
    if (this.isLog) return this.log.trim() !== "";
    if (this.form.scoring === "game" && this.table.scorer) return this.points()[seat] !== null;
    const sheet = this.sheets[seat];
    return this.form.fields.some((field) => {
      const value = sheet[field.key];
      if (value === undefined || field.kind === "extra" || field.kind === "choice") return false;
      if (field.kind === "points") return true;
      if (field.kind === "cards") return this.cards(seat, field).length > 0;
      return this.mayHoldNothing || Number(value) > 0;
    });
  }

  /** Whether nothing is asked but numbers that the game counts, as in a league's own games. */
  get asksNumbers() {
    const { fields, scoring } = this.form;
    return scoring === "game" && fields.length > 0 && fields.every(({ kind }) => NUMBERS.has(kind));
  }

  /** Whether a seat may end the hand with nothing: where nobody is asked to go out. */
  get mayHoldNothing() {
    const kinds = new Set(this.form.fields.map(({ kind }) => kind));
    return (
      !this.form.winner &&
      !kinds.has("cards") &&
      (kinds.has("count") || kinds.has("columns") || this.asksNumbers)
    );
  }

  /**
   * Enter that a seat has nothing left, which is not the same as entering nothing.
   * @param {number} seat
   */
  setNothing(seat) {
    for (const field of this.form.fields) {
      if (field.kind === "count" || NUMBERS.has(field.kind)) this.sheets[seat][field.key] = 0;
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
    return this.winner === null && !this.isGivenUp && !this.log.trim() && Object.values(this.typed).every(isBlank);
  }

  /** @returns {(number|null)[]} the points of the hand by seat, null while a seat is not filled */
  points() {
    if (this.isGivenUp) return this.sheets.map(() => null);
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
        counts: holding.map((sheet) => numberIn(sheet, field)),
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
   * Return a seat that is marked as out although cards were typed for it, and the seat that may have
   * gone out instead: the only one for which nothing was typed, or -1. Null if there is none.
   */
  oddWinner() {
    const { winner } = this;
    if (!this.form.winner || winner === null || winner === NOBODY) return null;
    const holds = Object.values(this.sheets[winner]).some((value) =>
      typeof value === "number" ? value : value.length,
    );
    if (!holds) return null;
    const missing = this.sheets.map((_, seat) => seat).filter((seat) => !this.isFilled(seat));
    return { winner, instead: missing.length === 1 ? missing[0] : -1 };
  }

  /** Return how many cards are entered, as far as they are known one by one or by kind. */
  cardsEntered() {
    return this.sheets.reduce((sum, sheet, seat) => {
      if (this.isOut(seat) || this.satOut.has(seat)) return sum;
      const counts = this.form.fields.filter(({ kind }) => kind === "count");
      const counted = counts.reduce((held, field) => held + numberIn(sheet, field), 0);
      return sum + counted + codes(this.form, sheet).length;
    }, 0);
  }

  /** Return the seats that played the hand, in order. */
  playing() {
    return this.sheets.map((_, seat) => seat).filter((seat) => !this.satOut.has(seat));
  }

  /**
   * Return what is sent: the entry as the API takes it, one sheet for each seat that played, the
   * winner's left empty.
   */
  payload() {
    const extraFields = this.form.fields.filter(isAsked);
    const kept = new Set(extraFields.map(({ key }) => key));
    const playing = this.playing();
    const winner = this.form.winner ? playing.indexOf(this.winner ?? NOBODY) : -1;
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

  /** Return what the draft stores: everything typed, in every form. */
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

/**
 * Return whether a field is asked of the seat that went out, too.
 * @param {Field} field
 */
export const isAsked = ({ kind, always }) => kind === "extra" || always;

/** @param {Sheet[]} sheets */
const isBlank = (sheets) => sheets.every((sheet) => Object.keys(sheet).length === 0);

/**
 * @param {Sheet} sheet
 * @param {Field} field  of the kind "points", "count" or "extra"
 */
const numberIn = (sheet, field) => Number(sheet[field.key] ?? 0);

/**
 * @param {{field: string, most: number, what: string, counts: number[]}} counted  by seat
 * @returns {Slip}
 */
function asSlip({ field, most, what, counts }) {
  const holders = counts
    .map((count, seat) => ({ seat, count }))
    .filter(({ count }) => count > 0);
  return { field, most, what, holders, count: counts.reduce((sum, count) => sum + count, 0) };
}

/**
 * Return the codes of all cards of a sheet.
 * @param {Form} form
 * @param {Sheet} sheet
 */
function codes(form, sheet) {
  return form.fields
    .filter((field) => LISTS.has(field.kind))
    .flatMap((field) => cardsIn(sheet, field));
}

/**
 * Return the codes of a field's cards, those of a grid column by column.
 * @param {Sheet} sheet
 * @param {Field} field  of a kind in LISTS
 */
export const cardsIn = (sheet, field) =>
  /** @type {string[]|string[][]} */ (sheet[field.key] ?? []).flat();

/**
 * Return the points of what is left in a hand, without score penalties.
 * @param {Form} form
 * @param {Sheet} sheet
 * @param {Deck} deck
 */
function worth(form, sheet, deck) {
  let points = codes(form, sheet).reduce((sum, code) => sum + (deck[code]?.points ?? 0), 0);
  for (const field of form.fields) {
    if (field.kind === "points") points += numberIn(sheet, field);
    if (field.kind === "count") points += numberIn(sheet, field) * field.points;
  }
  return points;
}

/**
 * Return the points of the score penalties.
 * @param {Form} form
 * @param {Sheet} sheet
 */
function extras(form, sheet) {
  return form.fields
    .filter((field) => field.kind === "extra")
    .reduce((sum, field) => sum + numberIn(sheet, field) * field.points, 0);
}

/**
 * Return a sheet of a finer form as one of a coarser form: cards as counts, either as a total.
 * @param {Form} from
 * @param {Form} to
 * @param {Sheet} sheet
 * @param {Deck} deck
 * @returns {Sheet}
 */
function coarser(from, to, sheet, deck) {
  if (Object.keys(sheet).length === 0) return {};
  /** @type {Sheet} */
  const converted = {};
  const totalOnly = from.scoring === "sum" && to.fields.length === 1;
  for (const field of to.fields) {
    if (field.kind === "points" && totalOnly) converted[field.key] = worth(from, sheet, deck);
    if (field.kind === "extra" && field.key in sheet) converted[field.key] = sheet[field.key];
    if (field.kind === "count") {
      const count = codes(from, sheet).filter((code) => field.faces.includes(code)).length;
      if (count) converted[field.key] = count;
    }
  }
  return converted;
}
