/**
 * The page on which the end of a hand is entered, or an earlier hand is corrected.
 *
 * The server has drawn every form for every seat; this module holds their data in an Entry, stores
 * the draft on the phone, has the server check what is typed, and passes the finished hand to the
 * outbox. One seat is open at a time on a phone; on a wide screen all are.
 *
 * @typedef {import("./verdict.js").Said & {effect?: import("./effect.js").Effect}} Checked
 * @typedef {import("./entry.js").Typed & {key?: string, amends?: number|null,
 *            reason?: string}} Draft  `amends`: the letter of the outbox that is being changed
 */

import "./page.js";
import { maybe, one, pageData } from "../dom.js";
import { toast } from "../ui.js";
import { call, Refused } from "./api.js";
import { drawEffect } from "./effect.js";
import { Entry } from "./entry.js";
import { EntryView } from "./entry-view.js";
import { Gestures } from "./gestures.js";
import { judgeAsTyped } from "./judge.js";
import { Latest } from "./latest.js";
import { live } from "./live.js";
import { flush, outbox, outcomeOf, post, standing } from "./outbox.js";
import { adopt, isOnPhone, seatOnPhone } from "./phone-match.js";
import { Places } from "./places.js";
import { recordByTaps } from "./recording.js";
import { get, newKey, put, remove } from "./store.js";
import { bySeat } from "./verdict.js";
import { fill } from "./words.js";

const CHECK_AFTER = 250; // milliseconds without typing
const LAST_WORD = 1500; // milliseconds to wait for the server's check before a hand is sent
const PATIENCE = 2500; // milliseconds to wait for the server's answer before going on
const LONG_TOAST = 12_000; // milliseconds

export class EntryPage {
  /** @type {import("./verdict.js").Verdict|null} the server's answer to what is typed now */
  verdict = null;
  #checking = new Latest(CHECK_AFTER);
  /** @type {Latest|null} the log that is judged as it is typed */
  #judging = null;
  #saving = false;
  /** @type {Document|null} the page as it was fetched while a hand was being sent */
  #arrived = null;
  #key;
  #amends;

  /**
   * Load the draft from this phone, and enable the page.
   * @param {HTMLElement} page
   * @param {import("./entry-view.js").PageData} data
   */
  static async begin(page, data) {
    if ("least" in data) await seatOnPhone(page, data);
    // A phone that cannot load the scorer leaves the points to the server.
    const scorer = data.scorer ? (await import(data.scorer).catch(() => null))?.points : null;
    const draft = (await get("drafts", data.draft)) ?? {};
    const form = data.corrects ? undefined : await get("drafts", usual(data));
    const made = new EntryPage(page, data, scorer, draft, form);
    await made.#recount();
    made.#show();
    return made;
  }

  /**
   * @param {HTMLElement} page
   * @param {import("./entry-view.js").PageData} data
   * @param {import("./entry.js").Table["scorer"]} scorer
   * @param {Draft} draft
   * @param {string|undefined} usualForm  the way this phone last used for the game
   */
  constructor(page, data, scorer, draft, usualForm) {
    this.page = page;
    this.data = data;
    this.reason = maybe("#reason", page, HTMLInputElement);
    if (this.reason) this.reason.value = draft.reason ?? "";
    this.#key = draft.key ?? newKey();
    this.#amends = draft.amends ?? null;
    this.base = standingOf(data);
    const recorded = { form: usualForm, ...data.entry, satOut: data.satOut, log: data.log };
    this.entry = new Entry({ ...data, scorer }, draft.form ? draft : recorded);
    this.places = new Places(this.entry);
    this.view = new EntryView(page, data, this.entry, this.places);
    this.gestures = new Gestures(this);
  }

  #show() {
    this.gestures.log.value = this.entry.log;
    if (this.entry.isLog) this.gestures.unfoldLog();
    this.openNext();
    this.gestures.listen();
    this.#follow();
    this.view.showTyped(this.entry);
    this.draw();
    this.#judging = judgeAsTyped(one("[data-judge]", this.page));
    this.page.addEventListener("judged", () => this.draw());
    recordByTaps();
    this.#checkSoon();
    if ("least" in this.data) this.#moveOn();
    this.page.inert = false; // listeners are ready: no tap is lost
    this.page.dataset.ready = "";
  }

  /** Set number and totals, including the hands that wait on this phone. */
  async #recount() {
    const { data } = this;
    if (data.corrects) return;
    const { number, totals, over } = await standing(data.match, this.base, this.#amends);
    data.number = number;
    data.over = over && !this.#amends;
    data.seats.forEach((seat, index) => {
      seat.total = totals[index] ?? seat.total;
    });
  }

  openNext() {
    this.places.showNext(this.view.wide.matches);
  }

  draw() {
    this.view.draw(this.entry, this.verdict);
    this.#drawOver();
  }

  /** Show, in the place of the form, that the match is over, unless a hand is being typed. */
  #drawOver() {
    const said = maybe("[data-over]");
    if (!said) return;
    const isOver = Boolean(this.data.over) && this.entry.isEmpty;
    const isNew = isOver && said.hidden;
    said.hidden = !isOver;
    this.page.hidden = isOver;
    if (isNew) one("h1", said).focus({ preventScroll: true });
  }

  /** Handle a changed entry: store the draft, redraw, and have the server check it. */
  typed() {
    this.verdict = null;
    this.keep();
    this.draw();
    this.#checkSoon();
  }

  keep() {
    const draft = {
      ...this.entry.draft(),
      key: this.#key,
      amends: this.#amends,
      reason: this.reason?.value,
    };
    return put("drafts", draft, this.data.draft);
  }

  /* What the server says while one types */

  #checkSoon() {
    this.#checking.stop();
    const isWhole = !this.entry.needsWinner && this.entry.firstMissing() < 0;
    if (isWhole && this.data.check) this.#checking.ask((signal) => this.#check(signal));
  }

  /** @param {AbortSignal} signal */
  async #check(signal) {
    try {
      /** @type {Checked} */
      const said = await call(this.data.check, { method: "POST", body: this.#body(), signal });
      if (signal.aborted) return;
      this.verdict = bySeat(said, this.entry);
      drawEffect(this.page, this.data.texts, said.effect, { match: this.data.unit, season: this.data.rankedIn });
      this.draw();
    } catch (error) {
      // Without a network only the phone's own deck check is shown; the server checks when the hand is sent.
      if (error instanceof Refused) this.#showProblem(error.problem);
    }
  }

  #body() {
    const { data, entry } = this;
    return {
      ...entry.payload(),
      number: data.number,
      players: entry.playing().map((seat) => data.seats[seat].player),
      ...(data.corrects && { version: data.corrects, reason: this.reason?.value.trim() }),
    };
  }

  /** @param {import("./api.js").Problem} problem */
  #showProblem(problem) {
    const text = problem.detail ?? problem.title ?? "";
    const findings = problem.findings ?? [{ text, blocks: true }];
    this.verdict = bySeat({ points: null, findings, steps: [] }, this.entry);
    this.draw();
  }

  #showCheck() {
    const said = maybe("[data-check] .bad, [data-judged] [data-blocks]", this.page);
    (said ?? one("[data-check]", this.page)).scrollIntoView({ block: "center" });
  }

  /* Saving */

  /** Save the hand or the correction, unless the entry is impossible. */
  async save() {
    if (this.#saving) return;
    const focused = document.activeElement;
    this.page.inert = true; // which takes the focus away
    this.#saving = true;
    await this.#lastWord();
    this.#hold(false);
    if (this.view.blocked) this.#showCheck();
    else if (this.data.corrects) await this.#saveCorrection();
    else await this.#saveHand();
    this.gestures.focusAgain(focused);
    const arrived = this.#arrived;
    this.#arrived = null;
    if (arrived) await this.#onFresh(arrived);
    await this.#moveOn();
  }

  /** Once the server has a match that was started on this phone, go on with that one. */
  async #moveOn() {
    const { data } = this;
    const draft = data.draft;
    if (await adopt(data)) {
      if (!this.entry.isEmpty) await this.keep();
      await remove("drafts", draft);
    }
    if (!("least" in data) || isOnPhone(data.match) || this.#saving) return;
    const own = `${data.pad}enter/`;
    const found = await fetch(own).catch(() => null);
    if (found?.ok && !this.#saving) location.replace(own);
  }

  /** Wait for the server's check of the entry, but not if there is no network. */
  async #lastWord() {
    if (!navigator.onLine) return;
    const said = Promise.all([this.#checking.now(), this.#judging?.now()]);
    const late = new Promise((resolve) => {
      setTimeout(resolve, LAST_WORD);
    });
    await Promise.race([said, late]);
  }

  async #saveHand() {
    this.#hold(true);
    try {
      await this.#send();
    } finally {
      this.#hold(false); // not before the next hand is drawn: taps are meant for what is seen
    }
  }

  /** Put the hand into the outbox, and go on to the next one unless the server refuses it at once. */
  async #send() {
    const { data } = this;
    await put("drafts", this.entry.playedForm, usual(data));
    const { number } = data;
    const posted = await post(this.#letter(), data.draft);
    flush();
    const outcome = await outcomeOf(posted, navigator.onLine ? PATIENCE : 0);
    if (outcome?.state === "refused") {
      await this.#takeBack(outcome);
      return;
    }
    if (outcome?.state === "conflict") this.base = outcome.problem?.next ?? this.base;
    else if (outcome) toast(fill(data.texts.kept, { number }));
    else {
      const action = isOnPhone(data.match) ? null : this.#correctionOf(number);
      toast(fill(data.texts.saved, { number }), action);
    }
    await this.#nextHand();
  }

  /** @returns {import("./outbox.js").NewLetter} */
  #letter() {
    const { data, entry } = this;
    return {
      ...(this.#amends && { id: this.#amends }),
      key: this.#key,
      number: data.number,
      match: data.match,
      url: data.save,
      body: this.#body(),
      points: this.verdict?.points ?? entry.points(),
      unit: data.unit,
      names: data.seats.map(({ name }) => name),
      page: location.pathname,
      draft: entry.draft(),
      draftKey: data.draft,
    };
  }

  /**
   * Block typing while a hand is being sent, so that nothing lands in the next one by mistake.
   * @param {boolean} held
   */
  #hold(held) {
    this.#saving = held;
    this.page.inert = held;
    if (held) this.#checking.stop();
  }

  /** @param {number} number  of a hand that was saved */
  #correctionOf(number) {
    const { pad, texts } = this.data;
    return { label: texts.correct, run: () => location.assign(`${pad}h/${number}/correct/`) };
  }

  /**
   * Show why the server refused the hand just sent; everything typed is still here.
   * @param {import("./outbox.js").Letter} letter
   */
  async #takeBack(letter) {
    await remove("outbox", letter.id);
    this.#key = newKey();
    await this.keep();
    this.#showProblem(letter.problem ?? {});
    this.#showCheck();
  }

  async #nextHand() {
    this.#key = newKey();
    this.#amends = null;
    this.entry = new Entry(this.entry.table, { form: this.entry.playedForm });
    this.places.begin(this.entry);
    this.verdict = null;
    this.gestures.log.value = "";
    one("[data-judged]", this.page).replaceChildren();
    await this.#recount();
    this.openNext();
    this.view.showTyped(this.entry);
    this.draw();
    scrollTo(0, 0);
  }

  async #saveCorrection() {
    const { data, reason } = this;
    if (reason && !reason.value.trim()) {
      reason.setAttribute("aria-invalid", "true");
      one("#reason-error", this.page).hidden = false;
      reason.focus();
      return;
    }
    this.#hold(true);
    try {
      await call(data.save, { method: "POST", body: this.#body(), key: this.#key });
      await remove("drafts", data.draft);
      location.assign(data.pad);
    } catch (error) {
      const refused = error instanceof Refused;
      if (refused) this.#key = newKey();
      this.#showProblem(refused ? error.problem : { title: data.texts.offline });
      this.#showCheck();
    } finally {
      this.#hold(false);
    }
  }

  /* What happens elsewhere */

  #follow() {
    outbox.addEventListener("saved", (event) => {
      const { letter, answer } = /** @type {CustomEvent} */ (event).detail;
      if (letter.match === this.data.match && answer.announcement) {
        toast(answer.announcement, null, LONG_TOAST);
      }
    });
    outbox.addEventListener("change", async () => {
      if (this.#saving) return;
      await this.#moveOn();
      await this.#recount();
      this.draw();
    });
    live.addEventListener("fresh", (event) => {
      this.#onFresh(/** @type {CustomEvent<Document>} */ (event).detail);
    });
  }

  /**
   * Handle a hand saved by another phone: an empty page moves on to the next hand; a hand that is
   * being typed keeps its number, and the conflict is resolved when it is saved.
   * @param {Document} fetched
   */
  async #onFresh(fetched) {
    const { data } = this;
    const text = fetched.getElementById("entry-data")?.textContent;
    if (!text || data.corrects) return;
    if (this.#saving) {
      this.#arrived = fetched;
      return;
    }
    /** @type {import("./entry-view.js").PageData} */
    const fresh = JSON.parse(text);
    const isSamePlayers = playersOf(fresh) === playersOf(data);
    const isAsBefore = fresh.number <= data.number && fresh.over === this.base.over;
    if (isAsBefore && isSamePlayers) return;
    if (!this.entry.isEmpty) {
      const last = fresh.number - 1;
      if (last >= data.number) toast(fill(data.texts.overtaken, { number: last }), null, LONG_TOAST);
      return;
    }
    if (!isSamePlayers) location.reload();
    this.base = standingOf(fresh);
    await this.#recount();
    this.draw();
  }
}

/**
 * Return the key, in the store "drafts", of the form last used for the game on this phone.
 * @param {import("./entry-view.js").PageData} data
 */
const usual = ({ game }) => `form-${game}`;

/** @param {import("./entry-view.js").PageData} data */
const playersOf = ({ seats }) => seats.map(({ player }) => player).join();

/**
 * @param {import("./entry-view.js").PageData} data
 * @returns {import("./outbox.js").Standing}
 */
const standingOf = ({ number, seats, over }) => ({ number, totals: seats.map(({ total }) => total), over });

EntryPage.begin(one("[data-entry]"), pageData("entry-data"));
