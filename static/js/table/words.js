/**
 * Put values into the braces of a translated text: fill("Hand {number}", {number: 6}).
 * @param {string} template
 * @param {Record<string, unknown>} values
 */
export const fill = (template, values) =>
  template.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
