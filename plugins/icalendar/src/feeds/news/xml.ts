/** Characters that no XML document may have, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
const IMPOSSIBLE = /[\0-\b\v\f\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeXml = (text: string): string =>
  text.replace(IMPOSSIBLE, "").replace(/[&<>"]/g, (found) => ESCAPED[found] ?? "");

/** Values of attributes by name; those that are `undefined` are left out. */
type Attributes = Readonly<Record<string, string | undefined>>;

const opened = (name: string, attributes: Attributes): string => {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(value)}"`],
  );
  return `<${name}${written.join("")}`;
};

/** An element with a text, on a line of its own. */
export const textElement = (name: string, text: string, attributes: Attributes = {}): string =>
  `${opened(name, attributes)}>${escapeXml(text)}</${name}>\n`;

/** An element without contents. */
export const emptyElement = (name: string, attributes: Attributes): string =>
  `${opened(name, attributes)}/>\n`;

/** An element with others, which are written already. */
export const element = (name: string, elements: readonly string[], attributes: Attributes = {}): string =>
  `${opened(name, attributes)}>\n${elements.join("")}</${name}>\n`;

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
