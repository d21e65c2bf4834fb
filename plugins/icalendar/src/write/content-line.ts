/** Octets of a content line without its end (RFC 5545, 3.1). */
const LINE = 75;

const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Controls that no value may have, and halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNWANTED = /[\0-\b\x0e-\x1f\x7f-\x84\x86-\x9f]|\p{Surrogate}/gu;
/** What most texts are made of: one octet each, nothing to be cleaned. */
const PLAIN = /^[\x20-\x7e]*$/;

/** The text without what programs take for something else: each kind of line end as `\n`, no other control characters. */
const cleaned = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(LINE_ENDS, "\n").replace(UNWANTED, "");

/** A value of type TEXT (3.3.11). */
const textValue = (text: string): string =>
  cleaned(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");

/** A value that is written as it is, such as an address, on one line. */
export const plainValue = (text: string): string => cleaned(text).replaceAll("\n", "");

const ENCODED: ReadonlyMap<string, string> = new Map([
  ["\n", "^n"],
  ["^", "^^"],
  ['"', "^'"],
]);

/** The value of a parameter, encoded by RFC 6868, and quoted where it has to be. */
const parameterValue = (text: string): string => {
  const encoded = cleaned(text).replace(/[\n^"]/g, (found) => ENCODED.get(found) ?? "");
  return /[:;,]/.test(encoded) ? `"${encoded}"` : encoded;
};

/** Parameters by name; those that are `undefined` or empty are left out. */
export type LineParameters = Readonly<Record<string, string | undefined>>;

const withParameters = (name: string, parameters: LineParameters): string => {
  let line = name;
  for (const [key, value = ""] of Object.entries(parameters))
    if (value !== "") line += `;${key}=${parameterValue(value)}`;
  return line;
};

/** Cuts a line into pieces of 75 octets, none of them within a character, each but the first behind a blank. */
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

/** A content line of a value that is written already, folded and ended. */
export const contentLine = (name: string, value: string, parameters: LineParameters = {}): string =>
  fold(`${withParameters(name, parameters)}:${value}`);

/** A property of type TEXT; `""` for an empty text, which says nothing. */
export const textLine = (name: string, text: string, parameters: LineParameters = {}): string =>
  text === "" ? "" : contentLine(name, textValue(text), parameters);

/** A property that is a list of texts; `""` for an empty one. */
export const listLine = (name: string, texts: readonly string[]): string =>
  texts.length === 0 ? "" : contentLine(name, texts.map(textValue).join(","));

/** A property of type URI. */
export const uriLine = (name: string, address: string, parameters: LineParameters = {}): string =>
  contentLine(name, plainValue(address), parameters);
