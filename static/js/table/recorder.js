/**
 * Record a hand by taps. The log is the text of a textarea, so that typing, pasting and tapping
 * can be mixed, and the draft that stores the text stores the recording.
 *
 * After each tap the server judges the log and says what is legal next. Taps made before the answer
 * arrives wait for it, since they refer to the table after it. Without a network every card can
 * still be tapped, and the log is judged when the network is back.
 *
 * @typedef {{card: string, offers: string[], said: string[], at_once: boolean}} Button
 * @typedef {{acting: number[], buttons: Button[][], table: Button[], sizes: number[],
 *            piles: {key: string, top: string, size: number}[], over: boolean}} Screen
 * @typedef {{line: number, text: string, worded: string, verdict: "legal"|"illegal"|"unknown",
 *            said: string[]}} Line  worded: what happened in words, said: what the rules say about it
 * @typedef {{button: HTMLElement, sent: DOMStringMap, said: string}} Tap  said: its line in words
 * @typedef {{number: number, dealer: string, seats: {name: string, quoted: string}[],
 *            subjects: Record<string, string>, matches: boolean, shown: string[], names: string[],
 *            position: string[],
 *            texts: Record<string, string>}} RecorderData
 */

import { around, element, every, maybe, newButton, one, redraw } from "../dom.js";
import { Latest } from "./latest.js";
import { askLastTurns, linesOfStart, turnOf } from "./mid-hand.js";
import { helpTyping } from "./typing.js";
import { fill } from "./words.js";

const AFTER = 120; // milliseconds after the last change
const PATIENCE = 5000; // milliseconds after which a request without an answer counts as no network
const RETRY = 5000; // milliseconds until the server is asked again after that
const HEADER = /^\s*(?:game|seats|dealer)\b/;
const NO_EVENT = /^\s*(?:;|$|(?:game|seats|dealer)\b)/;

class Recorder {
  /** @type {Screen|null} */
  #screen = null;
  /** @type {Line[]} */
  #lines = [];
  /** @type {string[]} the events that those lines are the verdicts on, as they are written */
  #judged = [];
  #seat = 0;
  #verb = "";
  /** @type {string[]} the offers beside the line that was written last */
  #rather = [];
  /** @type {Map<string, string>} the lines offered now and for the last tap, in words */
  #words = new Map();
  #asking = new Latest(AFTER);
  #later = 0;
  #isOffline = false;
  /** Whether the next card names a card that the last line moved openly. */
  #isNaming = false;
  /** Whether the answer to the last change has not come yet. */
  #isAsked = false;
  /** @type {Tap[]} what was tapped meanwhile, oldest first */
  #waiting = [];
  /** Why a waiting tap was dropped, "" if none was. */
  #refused = "";

  /**
   * @param {HTMLDetailsElement} holder
   * @param {HTMLTextAreaElement} input
   * @param {RecorderData} data
   */
  constructor(holder, input, data) {
    this.holder = holder;
    this.input = input;
    this.data = data;
    holder.addEventListener("click", (event) => this.#tapped(event));
    holder.addEventListener("toggle", () => this.#ask());
    holder.addEventListener("input", () => askLastTurns(one("[data-rec-start]", holder)));
    input.addEventListener("input", () => this.#ask());
    addEventListener("online", () => this.#ask());
    this.#draw();
    this.#ask();
  }

  /** @param {Event} event */
  #tapped(event) {
    const button = around(event, "button");
    if (!button || !this.holder.contains(button)) return;
    const { recUndo, recUpto, recBegin } = button.dataset;
    this.#refused = "";
    if (recUndo !== undefined) this.#undo();
    else if (recUpto !== undefined) this.#cut(Number(recUpto));
    else if (recBegin !== undefined) this.#begin();
    else if ("rather" in button.dataset) this.#write(button.dataset.recOffer ?? "", true);
    else if (this.#isOpen) this.#wait(button);
    else this.#act(button.dataset);
  }

  /** @param {DOMStringMap} tapped  what a button stands for at the table as it is now */
  #act({ recSeat, recCard, recOffer, recVerb, recBare, recWord }) {
    if (recSeat !== undefined) this.#chooseSeat(Number(recSeat));
    else if (recCard !== undefined) this.#tapCard(recCard);
    else if (recOffer !== undefined) this.#write(recOffer);
    else if (recVerb !== undefined) this.#chooseVerb(recVerb);
    else if (recBare !== undefined) this.#write(this.#bareLine(recBare));
    else if (recWord !== undefined) this.#append(recWord);
    this.#asking.now();
  }

  /** @param {HTMLElement} button  tapped before it is known how the table stands */
  #wait(button) {
    const line = button.dataset.recOffer ?? "";
    this.#waiting.push({ button, sent: { ...button.dataset }, said: this.#words.get(line) ?? line });
    this.#draw();
  }

  /**
   * Apply the waiting taps, up to the first that needs another answer. A tap that leaves a choice
   * open, or whose line is no longer legal, ends the queue: later taps were meant for another
   * state of the table.
   */
  #catchUp() {
    while (this.#waiting.length && !this.#isOpen) {
      const [{ sent, said }] = this.#waiting.splice(0, 1);
      const line = sent.recOffer;
      if (line !== undefined && this.#screen && !this.#isOffered(line)) {
        this.#refuse(fill(this.data.texts.gone, { line: said }));
        return;
      }
      this.#draw();
      this.#act(sent);
      const isChoosing = sent.recCard !== undefined && !this.#isAsked;
      if (isChoosing && this.#waiting.length) this.#refuse(this.data.texts.choose);
    }
  }

  /** Whether the state of the table is unknown although the server can be reached. */
  get #isOpen() {
    return this.#isAsked && !this.#isOffline;
  }

  /** @param {string} line */
  #isOffered(line) {
    const { buttons = [], table = [] } = this.#screen ?? {};
    return [...buttons.flat(), ...table].some(({ offers }) => offers.includes(line));
  }

  /** @param {string} text  why what was tapped meanwhile is not written */
  #refuse(text) {
    this.#waiting = [];
    this.#refused = text;
    this.#drawWaiting();
    one("[data-rec-status]", this.holder).textContent = text;
  }

  /** Undo the last tap. */
  #undo() {
    if (this.#waiting.pop()) this.#draw();
    else this.#cut(this.#events().length - 1);
  }

  /** @param {number} seat */
  #chooseSeat(seat) {
    this.#seat = seat;
    this.#isNaming = false;
    this.#rather = [];
    this.#draw();
  }

  /** @param {string} verb */
  #chooseVerb(verb) {
    this.#verb = this.#verb === verb ? "" : verb;
    this.#turnToActing();
    this.#draw();
  }

  /** @param {string} code */
  #tapCard(code) {
    if (this.#isNaming) {
      this.#name(code);
      return;
    }
    if (this.#verb) {
      this.#write(this.#verbLine(code));
      return;
    }
    const button = this.#buttons().find((one) => one.card === code);
    if (button?.at_once) {
      this.#write(button.offers[0]);
      this.#rather = button.offers.slice(1);
      this.#draw();
      return;
    }
    if (button) {
      this.#offer(button.offers, false);
      return;
    }
    const table = this.#screen?.table.find((one) => one.offers[0].endsWith(" ?"));
    const own = this.#screen?.buttons[this.#seat] ?? [];
    if (table && !own.length) {
      this.#write(table.offers[0].replace(/\?$/, code));
      return;
    }
    this.#write(`${this.#who()} ${code}`);
  }

  /**
   * Name the first unknown card of the last line.
   * @param {string} code
   */
  #name(code) {
    const events = this.#events();
    const last = events.pop() ?? "";
    const named = last.replace(/ \?(?= |$)/, ` ${code}`);
    this.#isNaming = code !== "?" && / \?(?= |$)/.test(named);
    this.#setEvents([...events, named]);
  }

  /** The beginning of a line for the chosen seat: its name, with "!" if it is out of turn. */
  #who() {
    const { quoted } = this.data.seats[this.#seat];
    const acting = this.#screen?.acting ?? [];
    return acting.length && !acting.includes(this.#seat) && this.data.matches
      ? `${quoted}!`
      : quoted;
  }

  /**
   * The line of the chosen word with a card; a second card goes to the line of the first.
   * @param {string} code
   */
  #verbLine(code) {
    const { quoted } = this.data.seats[this.#seat];
    const subject = this.data.subjects[this.#verb];
    if (subject === "seat") return `${quoted} ${this.#verb} ${code}`;
    return subject === "of" ? `${this.#verb} ${quoted} ${code}` : `${this.#verb} ${code}`;
  }

  /** @param {string} word  that stands for itself, or after a seat */
  #bareLine(word) {
    const { quoted } = this.data.seats[this.#seat];
    const subject = this.data.subjects[word];
    if (subject === "table") return word;
    return subject === "of" ? `${word} ${quoted}` : `${quoted} ${word}`;
  }

  /** @param {string} word  put at the end of the last line */
  #append(word) {
    const events = this.#events();
    const last = events.pop();
    if (last !== undefined) this.#setEvents([...events, `${last} ${word}`]);
  }

  /**
   * @param {string} line
   * @param {boolean} [instead]  in place of the last one
   */
  #write(line, instead = false) {
    const events = this.#events();
    const last = events.at(-1);
    this.#rather = [];
    if (instead) events.pop();
    const begins = this.#verb && line.slice(0, line.lastIndexOf(" "));
    if (begins && last?.startsWith(`${begins} `) && !instead) {
      // One more card for the same word.
      events[events.length - 1] = `${last} ${line.slice(begins.length + 1)}`;
    } else {
      events.push(line);
    }
    const verb = this.data.shown.find((word) => line.includes(` ${word} `));
    this.#isNaming = Boolean(verb) && / \?(?= |$)/.test(line);
    this.#setEvents(events);
    if (this.#isOffline) this.#seat = this.#afterLast();
  }

  /** The seat likely to be next while the turn is unknown: the one after the last. */
  #afterLast() {
    const last = this.#events().at(-1) ?? "";
    const acted = this.data.seats.findIndex(
      ({ quoted }) => last.startsWith(`${quoted} `) || last.startsWith(`${quoted}! `),
    );
    const before = acted < 0 ? this.data.seats.findIndex((seat) => seat.quoted === this.data.dealer) : acted;
    return before < 0 ? this.#seat : (before + 1) % this.data.seats.length;
  }

  /** @param {number} length  how many events stay */
  #cut(length) {
    this.#waiting = [];
    this.#rather = [];
    this.#isNaming = false;
    this.#setEvents(this.#events().slice(0, length));
  }

  /** Replace the log's position lines by those of the form. */
  #begin() {
    const form = one("[data-rec-start]", this.holder, HTMLDetailsElement);
    const { seats, position } = this.data;
    const rest = this.#events().filter((line) => !position.includes(line.trim().split(/\s/, 1)[0]));
    form.open = false;
    one("summary", form).focus(); // the button that had the focus is folded away
    this.#waiting = [];
    this.#seat = turnOf(form);
    this.#rather = [];
    this.#isNaming = false;
    this.#setEvents([...linesOfStart(form, seats.map((seat) => seat.quoted)), ...rest]);
  }

  /** The lines of the log that are events. */
  #events() {
    return this.input.value.split("\n").filter((line) => !NO_EVENT.test(line));
  }

  /** @param {string[]} events */
  #setEvents(events) {
    const head = this.input.value.split("\n").filter((line) => HEADER.test(line));
    if (this.data.dealer && !head.some((line) => line.trim().startsWith("dealer"))) {
      head.push(`dealer ${this.data.dealer}`);
    }
    this.input.value = [...head, ...events, ""].join("\n");
    this.input.dispatchEvent(new Event("input", { bubbles: true }));
    this.#draw();
  }

  #buttons() {
    return this.#screen?.buttons[this.#seat] ?? [];
  }

  #ask() {
    if (!this.holder.open) return;
    clearTimeout(this.#later);
    this.#refused = "";
    this.#isAsked = true;
    this.#asking.ask((signal) => this.#fetch(signal));
  }

  /** @param {AbortSignal} signal */
  async #fetch(signal) {
    const sent = new FormData();
    const asked = this.#events();
    sent.set("log", this.input.value);
    sent.set("number", String(this.data.number));
    const form = /** @type {HTMLFormElement} */ (this.input.form);
    sent.set("csrfmiddlewaretoken", one("[name=csrfmiddlewaretoken]", form, HTMLInputElement).value);
    let answer = null;
    try {
      const response = await fetch(this.holder.dataset.recorder ?? "", {
        method: "POST",
        body: sent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
      });
      answer = await response.json();
    } catch {
      if (signal.aborted) return;
    }
    if (answer?.again) {
      one("[data-rec-status]", this.holder).textContent = answer.problem;
      this.#later = setTimeout(() => this.#ask(), 1000 * answer.again);
      return;
    }
    // Without a network the event "online" tells when to ask again, a busy server does not.
    if (answer === null && navigator.onLine) this.#later = setTimeout(() => this.#ask(), RETRY);
    if (answer === null && !this.#isOffline) this.#seat = this.#afterLast();
    this.#isAsked = false;
    this.#isOffline = answer === null;
    this.#screen = answer?.screen ?? null;
    this.#learnWords();
    this.#lines = answer?.lines ?? [];
    this.#judged = asked;
    this.#turnToActing();
    this.#draw();
    if (answer?.problem) this.#refuse(answer.problem);
    else this.#catchUp();
  }

  /** Keep what the offers are called, those beside the last line among them. */
  #learnWords() {
    const kept = this.#rather.map((line) => /** @type {const} */ ([line, this.#words.get(line) ?? line]));
    const { buttons = [], table = [] } = this.#screen ?? {};
    const offered = [...buttons.flat(), ...table].flatMap(({ offers, said }) =>
      offers.map((line, index) => /** @type {const} */ ([line, said[index]])),
    );
    this.#words = new Map([...kept, ...offered]);
  }

  /**
   * Choose a seat whose turn it is, or where nobody is in turn one that can do something; while a
   * word is chosen, its cards are those of its seat.
   */
  #turnToActing() {
    const { acting = [], buttons = [] } = this.#screen ?? {};
    if (this.#verb || acting.includes(this.#seat)) return;
    if (acting.length) this.#seat = acting[0];
    else if (!this.#buttons().length) {
      this.#seat = this.#firstOf(buttons);
    }
  }

  /**
   * The first seat that can do something, the chosen one if none can.
   * @param {Button[][]} buttons
   */
  #firstOf(buttons) {
    const found = buttons.findIndex((own) => own.length > 0);
    return found < 0 ? this.#seat : found;
  }

  #draw() {
    const focused = document.activeElement;
    const place = focused && around(focused, "[data-rec-actions], [data-rec-offers], [data-rec-log]");
    this.#drawAll();
    if (focused && place && !focused.isConnected) this.#focusAgain(focused, place);
  }

  /**
   * Put the focus on the redrawn button, or on its neighbour; if neither is left, on the undo
   * button.
   * @param {Element} gone
   * @param {HTMLElement} place
   */
  #focusAgain(gone, place) {
    const { recOffer, recUpto } = /** @type {HTMLElement} */ (gone).dataset;
    const all = place.hidden ? [] : every("button", place);
    const same = all.find(({ dataset }) => dataset.recOffer === recOffer && dataset.recUpto === recUpto);
    (same ?? all.at(recUpto ? -1 : 0) ?? one("[data-rec-undo]", this.holder)).focus();
  }

  #drawAll() {
    const screen = this.#screen;
    for (const seat of every("[data-rec-seat]", this.holder)) {
      const index = Number(seat.dataset.recSeat);
      seat.setAttribute("aria-pressed", String(index === this.#seat));
      seat.classList.toggle("is-acting", screen?.acting.includes(index) ?? false);
      one("[data-rec-size]", seat).textContent = screen ? String(screen.sizes[index]) : "";
    }
    const legal = new Set(this.#buttons().map((button) => button.card));
    for (const card of every("[data-rec-card]", this.holder)) {
      card.classList.toggle("is-legal", legal.has(card.dataset.recCard ?? ""));
    }
    for (const verb of every("[data-rec-verb]", this.holder)) {
      verb.setAttribute("aria-pressed", String(verb.dataset.recVerb === this.#verb));
    }
    one("[data-rec-undo]", this.holder, HTMLButtonElement).disabled =
      !this.#events().length && !this.#waiting.length;
    this.#drawPile();
    this.#drawActions();
    // While taps wait, these would replace a line that is no longer the last.
    this.#offer(this.#waiting.length ? [] : this.#rather, true);
    this.#drawLog();
    this.#drawWaiting();
    one("[data-rec-status]", this.holder).textContent = this.#status();
  }

  /** Mark the buttons whose taps wait. */
  #drawWaiting() {
    const waiting = new Set(this.#waiting.map(({ button }) => button));
    for (const button of every("button", this.holder)) {
      button.classList.toggle("is-waiting", waiting.has(button));
    }
  }

  #status() {
    const { texts, seats } = this.data;
    if (this.#refused) return this.#refused;
    if (this.#waiting.length) return fill(texts.waiting, { count: this.#waiting.length });
    if (this.#isNaming) return texts.which;
    if (this.#isOffline) return texts.offline;
    const last = this.#lines.at(-1);
    const said = last?.said.length ? `${last.worded || last.text}: ${last.said[0]} ` : "";
    if (this.#screen?.over) return said + texts.over;
    const acting = this.#screen?.acting ?? [];
    if (!acting.length) return said || (this.#lines.length ? texts.next : texts.start);
    const text = acting.includes(this.#seat) ? texts.turn : texts.outOfTurn;
    return said + fill(text, { name: seats[this.#seat].name });
  }

  #drawPile() {
    const shown = this.#screen?.piles.find((pile) => pile.top);
    const face = shown && maybe(`[data-rec-card="${CSS.escape(shown.top)}"] svg`, this.holder, /** @type {any} */ (SVGElement));
    one("[data-rec-pile]", this.holder).replaceChildren(...(face ? [face.cloneNode(true)] : []));
  }

  #drawActions() {
    const own = this.#buttons().filter((button) => !button.card);
    const all = [...own, ...(this.#screen?.table ?? [])];
    redraw(one("[data-rec-actions]", this.holder), all.map(({ offers: [line] }) => this.#button(line)));
  }

  /**
   * @param {string[]} lines
   * @param {boolean} rather  they would take the place of the last line
   */
  #offer(lines, rather) {
    const place = one("[data-rec-offers]", this.holder);
    place.hidden = !lines.length;
    const buttons = lines.map((line) => this.#button(line, rather));
    redraw(place, rather && lines.length ? [this.data.texts.or, ...buttons] : buttons);
  }

  /**
   * A button that says what happens, with the cards it moves; its line is the tooltip.
   * @param {string} line
   * @param {boolean} [rather]
   */
  #button(line, rather = false) {
    const button = newButton("button", ...this.#faces(line), this.#words.get(line) ?? line);
    button.dataset.recOffer = line;
    button.title = line;
    if (rather) button.dataset.rather = "";
    return button;
  }

  /**
   * The cards that a line names, drawn small.
   * @param {string} line
   */
  #faces(line) {
    return line.split(" ").flatMap((word) => {
      const card = maybe(`[data-rec-card="${CSS.escape(word)}"] svg`, this.holder, /** @type {any} */ (SVGElement));
      if (!card || word === "?") return [];
      const face = /** @type {Element} */ (card.cloneNode(true));
      face.classList.replace("m", "s");
      return [face];
    });
  }

  #drawLog() {
    const { texts } = this.data;
    const events = this.#events();
    const judged = events.map((text, index) => {
      const line = text === this.#judged[index] ? this.#lines[index] : undefined;
      return line ?? { text, worded: this.#words.get(text) ?? "", verdict: "", said: [] };
    });
    const rows = judged.map(({ text, worded, verdict, said }, index) => {
      const line = element("code", "", text);
      const what = element("span", "", ...this.#faces(text), worded ? `${worded} ` : "", line);
      const found = [verdict && verdict !== "legal" ? texts[verdict] : "", ...said];
      const mark = element("span", `rec-verdict ${verdict}`, found.filter(Boolean).join(": "));
      const back = newButton("button quiet", "↶");
      back.dataset.recUpto = String(index);
      back.setAttribute("aria-label", fill(texts.back, { number: index + 1 }));
      return element("li", "", what, mark, back);
    });
    redraw(one("[data-rec-log]", this.holder), rows);
  }
}

/**
 * Start a recorder, and the help while its log is typed.
 * @param {HTMLDetailsElement} holder
 * @param {HTMLTextAreaElement} input
 */
export function record(holder, input) {
  const data = JSON.parse(one(`#${CSS.escape(input.id)}-recorder`).textContent ?? "");
  new Recorder(holder, input, data);
  const codes = every("[data-rec-card]", holder).map((card) => card.dataset.recCard ?? "");
  const place = one(`[data-typing="${CSS.escape(input.id)}"]`);
  helpTyping(input, place, { ...data, codes });
}
