/** Maximum length of a content line in bytes, without its line break (RFC 5545, 3.1). */
const LINE = 75;

const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Control characters and unpaired surrogates, which a value must not contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const UNWANTED = /[\0-\b\x0e-\x1f\x7f-\x84\x86-\x9f]|\p{Surrogate}/gu;
/**
 * Printable ASCII text. It needs no cleaning, and each character takes one byte. Most texts are of this kind.
 */
const PLAIN = /^[\x20-\x7e]*$/;

/** Returns the text with `\n` for each kind of line break and without other control characters. */
const cleaned = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(LINE_ENDS, "\n").replace(UNWANTED, "");

/** Encodes a value of type TEXT (RFC 5545, 3.3.11). */
const textValue = (text: string): string =>
  cleaned(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");

/** Returns an unescaped value on one line. Used for values such as URLs. */
export const plainValue = (text: string): string => cleaned(text).replaceAll("\n", "");

const ENCODED: ReadonlyMap<string, string> = new Map([
  ["\n", "^n"],
  ["^", "^^"],
  ['"', "^'"],
]);

/** Encodes the value of a parameter by RFC 6868 and quotes it if necessary. */
const parameterValue = (text: string): string => {
  const encoded = cleaned(text).replace(/[\n^"]/g, (found) => ENCODED.get(found) ?? "");
  return /[:;,]/.test(encoded) ? `"${encoded}"` : encoded;
};

/** Parameters by name. Parameters that are `undefined` or empty are not written. */
export type LineParameters = Readonly<Record<string, string | undefined>>;

const withParameters = (name: string, parameters: LineParameters): string => {
  let line = name;
  for (const [key, value = ""] of Object.entries(parameters))
    if (value !== "") line += `;${key}=${parameterValue(value)}`;
  return line;
};

/**
 * Folds a line into pieces of at most 75 bytes. Each piece but the first begins with a space. Characters of
 * several bytes are not split.
 */
export const fold = (line: string): string => {
  if (line.length <= LINE && PLAIN.test(line)) return `${line}\r\n`;
  let [folded, start, octets, index] = ["", 0, 0, 0];
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) ?? 0);
    if (octets + size > LINE) {
      folded += `${line.slice(start, index)}\r\n `;
      [start, octets] = [index, 1];
    }
    octets += size;
    index += character.length;
  }
  return `${folded}${line.slice(start)}\r\n`;
};

const octetsOf = (codePoint: number): number => {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
};

/** Returns a folded content line with its line break. `value` must already be encoded. */
export const contentLine = (name: string, value: string, parameters: LineParameters = {}): string =>
  fold(`${withParameters(name, parameters)}:${value}`);

/** Returns a property of type TEXT. Returns `""` if the text is empty. */
export const textLine = (name: string, text: string, parameters: LineParameters = {}): string =>
  text === "" ? "" : contentLine(name, textValue(text), parameters);

/** Returns a property with a list of texts. Returns `""` if the list is empty. */
export const listLine = (name: string, texts: readonly string[]): string =>
  texts.length === 0 ? "" : contentLine(name, texts.map(textValue).join(","));

/** Returns a property of type URI. */
export const uriLine = (name: string, address: string, parameters: LineParameters = {}): string =>
  contentLine(name, plainValue(address), parameters);
