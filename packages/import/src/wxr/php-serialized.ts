/** A value that PHP serialized. PHP objects are not supported. */
export type PhpValue = string | number | boolean | null | ReadonlyMap<string, PhpValue>;

const MAX_DEPTH = 20;

/**
 * Parses a text that PHP's `serialize` wrote, such as `a:1:{s:5:"width";i:800;}`. Returns `undefined` for an
 * invalid text, and for one with objects or more than 20 nested arrays. The declared length of each string
 * must equal its number of UTF-8 bytes.
 */
export const readPhpValue = (text: string): PhpValue | undefined => {
  const bytes = Buffer.from(text);
  let at = 0;
  const until = (end: string): string => {
    const found = bytes.indexOf(end, at);
    if (found === -1) throw new SyntaxError(`no ${end}`);
    const read = bytes.toString("utf8", at, found);
    at = found + end.length;
    return read;
  };
  const count = (end: string): number => {
    const read = until(end);
    if (!/^\d{1,9}$/.test(read)) throw new SyntaxError("no count");
    return Number(read);
  };
  const quoted = (): string => {
    const length = count(':"');
    const read = bytes.toString("utf8", at, at + length);
    at += length;
    if (until('";') !== "") throw new SyntaxError("a text of another length");
    return read;
  };
  const number = (): number => {
    const read = Number(until(";"));
    if (Number.isNaN(read)) throw new SyntaxError("no number");
    return read;
  };
  const array = (depth: number): ReadonlyMap<string, PhpValue> => {
    const members = new Map<string, PhpValue>();
    for (let left = count(":{"); left > 0; left -= 1) members.set(String(value(depth)), value(depth));
    if (until("}") !== "") throw new SyntaxError("an array of another length");
    return members;
  };
  const value = (depth: number): PhpValue => {
    if (depth > MAX_DEPTH) throw new SyntaxError("too deep");
    const kind = bytes.toString("utf8", at, at + 2);
    at += 2;
    if (kind === "N;") return null;
    if (kind === "i:" || kind === "d:") return number();
    if (kind === "b:") return until(";") === "1";
    if (kind === "s:") return quoted();
    if (kind === "a:") return array(depth + 1);
    throw new SyntaxError("another kind of value");
  };
  try {
    const read = value(0);
    return at === bytes.length ? read : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
