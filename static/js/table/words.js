/** Put values into the braces of a translated text: fill("Hand {number}", {number: 6}). */
export const fill = (template, values) =>
  template.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
