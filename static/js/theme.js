// Runs before the first paint so that a chosen theme never flashes the other one. A plain script
// in the head for that reason; everything else is a module.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const stored = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // storage may be forbidden; the device's own setting then holds
    }
  };
  const shown = () => root.dataset.theme || (dark.matches ? "dark" : "light");

  const chosen = stored();
  if (chosen) root.dataset.theme = chosen;

  // A view transition that is cut short, as by a page that has none, is no error, and there is no
  // promise on which it could be caught.
  addEventListener("unhandledrejection", (event) => {
    const { reason } = event;
    if (reason instanceof DOMException && reason.message.startsWith("Transition was ")) {
      event.preventDefault();
    }
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("button[data-theme-toggle]")) {
      if (!(button instanceof HTMLButtonElement)) continue;
      button.hidden = false;
      button.setAttribute("aria-pressed", String(shown() === "dark"));
      button.addEventListener("click", () => {
        const next = shown() === "dark" ? "light" : "dark";
        root.dataset.theme = next;
        button.setAttribute("aria-pressed", String(next === "dark"));
        try {
          localStorage.setItem("theme", next);
        } catch {
          // The choice then lasts until the page is left.
        }
      });
    }
  });
})();
