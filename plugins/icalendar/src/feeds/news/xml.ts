/** Characters that XML documents may not contain, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
const IMPOSSIBLE = /[\0-\b\v\f\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeXml = (text: string): string =>
  text.replace(IMPOSSIBLE, "").replace(/[&<>"]/g, (found) => ESCAPED[found] ?? "");

/** Attribute values by name; attributes that are `undefined` are omitted. */
type Attributes = Readonly<Record<string, string | undefined>>;

const opened = (name: string, attributes: Attributes): string => {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(value)}"`],
  );
  return `<${name}${written.join("")}`;
};

/** Returns an element with a text, followed by a line break. */
export const textElement = (name: string, text: string, attributes: Attributes = {}): string =>
  `${opened(name, attributes)}>${escapeXml(text)}</${name}>\n`;

/** Returns an element without content. */
export const emptyElement = (name: string, attributes: Attributes): string =>
  `${opened(name, attributes)}/>\n`;

/** Returns an element around child elements that are already written. */
export const element = (name: string, elements: readonly string[], attributes: Attributes = {}): string =>
  `${opened(name, attributes)}>\n${elements.join("")}</${name}>\n`;

export const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
