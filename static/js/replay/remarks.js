/** The remarks on the event of a step: its verdict, the rules, and what would settle it. */

import { around, element, maybe } from "../dom.js";
import { VERDICTS, filled } from "./steps.js";

/** @typedef {import("./steps.js").Replay} Replay */
/** @typedef {import("./steps.js").Finding} Finding */
/** @typedef {import("./steps.js").Rule} Rule */
/** @typedef {import("./steps.js").Dealt} Dealt */
/** @typedef {import("./steps.js").Verdict} Verdict */

export class Remarks {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} ways  a place beside the table, for what changes the cards on it
   * @param {Replay} replay
   * @param {{witness: (verdict: "legal"|"illegal"|null) => void, go: (step: number) => void}} doing
   */
  constructor(root, ways, replay, doing) {
    this.root = root;
    this.ways = ways;
    this.replay = replay;
    ways.addEventListener("click", (event) => {
      const wanted = around(event, "[data-witness]")?.dataset.witness;
      if (wanted) doing.witness(wanted === "legal" || wanted === "illegal" ? wanted : null);
    });
    root.addEventListener("click", (event) => {
      const target = around(event, "[data-step]");
      if (target) {
        event.preventDefault();
        doing.go(Number(target.dataset.step));
      }
    });
  }

  /**
   * @param {number} step
   * @param {string} eyes
   * @param {"legal"|"illegal"|null} witness dealt at present
   */
  show(step, eyes, witness) {
    const { events, texts } = this.replay;
    const pressed = document.activeElement ? around(document.activeElement, "[data-way]") : null;
    this.ways.replaceChildren(...this._ways(step - 1, witness));
    if (!step) {
      this.root.replaceChildren(element("p", "now-said", texts.start));
      return;
    }
    const event = events[step - 1];
    const head = element("div", "now-head", element("p", "now-said", event.said), badge(event.verdict));
    const spelt = element("code", "now-text", event.text);
    this.root.replaceChildren(head, spelt, ...event.findings.map((one) => this._finding(one)));
    const proof = this._proof(step - 1, eyes);
    if (proof) this.root.append(proof);
    if (event.verdict === "unknown") this.root.append(this._settling(step - 1, witness));
    // The pressed button is redrawn: give it the focus again.
    if (pressed) maybe(`[data-way="${pressed.dataset.way}"]`, this.ways)?.focus();
  }

  /** @param {Finding} finding */
  _finding(finding) {
    const { texts, events } = this.replay;
    const said = element("p", "finding-text", finding.text);
    if (finding.remedy) said.append(` ${finding.remedy}`);
    const box = element("div", `finding ${finding.verdict}`, said);
    if (finding.decided !== null) {
      const number = finding.decided + 1;
      const link = element("a", "", filled(texts.decided, { number, said: events[number - 1].said }));
      link.href = `#e${number}`;
      link.dataset.step = String(number);
      box.append(element("p", "soft", link));
    }
    if (finding.rule) box.append(this._rule(finding.rule));
    return box;
  }

  /** @param {Rule} rule */
  _rule({ text, source, inferred, option, chosen }) {
    const { texts } = this.replay;
    const cited = element("cite", "", inferred ? `${source} (${texts.inferred})` : source);
    const box = element("blockquote", "rule", element("p", "", text), cited);
    if (option) box.append(element("p", "soft", filled(texts.option, { option, chosen })));
    return box;
  }

  /**
   * Return what the chosen viewer could have proved; null for the view that sees everything.
   *
   * @param {number} event
   * @param {string} eyes
   */
  _proof(event, eyes) {
    const { proved, texts, seats } = this.replay;
    const verdict = proved[eyes]?.[event];
    if (verdict === undefined) return null;
    const name = eyes === "table" ? texts.onlooker : seats[Number(eyes)];
    const said = texts[VERDICTS[verdict]];
    return element("p", "soft proof", filled(texts.proof, { name, verdict: said }));
  }

  /**
   * Return what would settle an open event, with both ways the hidden cards may have lain.
   *
   * @param {number} event
   * @param {"legal"|"illegal"|null} witness
   */
  _settling(event, witness) {
    const { dealt, texts } = this.replay;
    const ways = dealt[String(event)];
    if (!ways) return element("p", "settles", texts.settlesUnnamed);
    const open = this._open(event, ways).map((at) => this._named(at, this.replay.events[at].said));
    const box = element(
      "div",
      "settles",
      element("p", "", texts.settles),
      element("ul", "named", ...open),
    );
    if (witness) {
      box.append(
        element("p", "", witness === "legal" ? texts.dealtLegal : texts.dealtIllegal),
        element("ul", "named", ...ways[witness].named.map(({ event: at, said }) => this._named(at, said))),
      );
    }
    return box;
  }

  /**
   * Return the buttons that deal the hidden cards of an open event in one of both ways, with their
   * label; nothing for another event.
   *
   * @param {number} event  -1 before the first
   * @param {"legal"|"illegal"|null} witness
   */
  _ways(event, witness) {
    const { dealt, events, texts } = this.replay;
    if (events[event]?.verdict !== "unknown" || !dealt[String(event)]) return [];
    const buttons = /** @type {const} */ (["legal", "illegal"]).map((verdict) => {
      const button = element("button", "button", texts[verdict]);
      button.type = "button";
      button.setAttribute("aria-label", texts[`witness${verdict === "legal" ? "Legal" : "Illegal"}`]);
      button.setAttribute("aria-pressed", String(witness === verdict));
      button.dataset.way = verdict;
      button.dataset.witness = witness === verdict ? "none" : verdict;
      return button;
    });
    return [element("span", "soft", texts.showHidden), ...buttons];
  }

  /**
   * Return the events whose hidden cards lie otherwise in the two ways: those of the seat that the
   * open event is about, if it has any.
   *
   * @param {number} event
   * @param {{legal: Dealt, illegal: Dealt}} ways
   */
  _open(event, { legal, illegal }) {
    const { events } = this.replay;
    const other = new Map(illegal.named.map((one) => [one.event, one.said]));
    const differ = legal.named.filter((one) => other.get(one.event) !== one.said);
    const all = differ.map((one) => one.event);
    const own = all.filter((at) => events[at].seat === events[event].seat);
    return own.length ? own : all;
  }

  /**
   * @param {number} event
   * @param {string} said
   */
  _named(event, said) {
    const link = element("a", "", `${event + 1}. ${said}`);
    link.href = `#e${event + 1}`;
    link.dataset.step = String(event + 1);
    return element("li", "", link);
  }
}

/**
 * Return the badge of a verdict, as the server drew it.
 *
 * @param {Verdict} verdict
 */
function badge(verdict) {
  const template = document.querySelector(`template[data-badge="${verdict}"]`);
  if (!(template instanceof HTMLTemplateElement)) throw new Error(`the page has no badge ${verdict}`);
  return template.content.cloneNode(true);
}
