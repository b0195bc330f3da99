/** A log is judged as it is typed: the server replays it and sends the lines with their verdicts. */

const AFTER = 350; // milliseconds without typing

/** @param {HTMLElement} holder has `data-judge`, the address, and a [data-judged] place inside */
export function judgeAsTyped(holder) {
  const input = holder.querySelector("textarea");
  const place = holder.querySelector("[data-judged]");
  let timer = 0;
  let asked = null;

  async function judge() {
    asked?.abort();
    asked = new AbortController();
    const sent = new FormData();
    sent.set("log", input.value);
    for (const name of ["number", "csrfmiddlewaretoken"]) {
      const field = holder.closest("form").querySelector(`[name=${name}]`);
      if (field) sent.set(name, field.value);
    }
    try {
      const response = await fetch(holder.dataset.judge, {
        method: "POST",
        body: sent,
        signal: asked.signal,
      });
      if (!response.ok) return;
      const template = document.createElement("template");
      template.innerHTML = await response.text();
      place.replaceChildren(template.content);
    } catch {
      // Without the network, or overtaken by further typing: the old verdicts stay.
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (input.value.trim()) timer = setTimeout(judge, AFTER);
    else place.replaceChildren();
  });
  if (input.value.trim() && !place.childElementCount) judge();
}
