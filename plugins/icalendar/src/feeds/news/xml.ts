/** Characters that an XML document must not contain, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const IMPOSSIBLE = /[\0-\b\v\f\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeXml = (text: string): string =>
  text.replace(IMPOSSIBLE, "").replace(/[&<>"]/g, (found) => ESCAPED[found] ?? "");

/** Attributes by name. Attributes with the value `undefined` are left out. */
type Attributes = Readonly<Record<string, string | undefined>>;

const opened = (name: string, attributes: Attributes): string => {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(value)}"`],
  );
  return `<${name}${written.join("")}`;
};

/** Returns an XML element with a text, followed by a line break. */
export const textElement = (name: string, text: string, attributes: Attributes = {}): string =>
  `${opened(name, attributes)}>${escapeXml(text)}</${name}>\n`;

/** Returns an XML element without content, followed by a line break. */
export const emptyElement = (name: string, attributes: Attributes): string =>
  `${opened(name, attributes)}/>\n`;

/** Returns an XML element that contains child elements, which must be XML already. */
export const element = (name: string, elements: readonly string[], attributes: Attributes = {}): string =>
  `${opened(name, attributes)}>\n${elements.join("")}</${name}>\n`;

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
