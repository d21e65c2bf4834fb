import type { RawValues } from "./parser.ts";

/** Brackets behind a name that are read; deeper ones are dropped, and what is left is too deep to be accepted. */
const MAX_BRACKETS = 24;
/** Pairs that are read; a name among the rest gets a value that nothing accepts. */
const MAX_PAIRS = 5_000;
/** A lone surrogate: what no parameter accepts stands for bytes that are no text. */
export const NO_TEXT = "\ud800";

const FATAL = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A percent-encoded text; escapes that mean nothing stay as they are, bytes that are no UTF-8 become `NO_TEXT`. */
export const decodePercent = (text: string): string => {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        return FATAL.decode(Buffer.from(escapes.replaceAll("%", ""), "hex"));
      } catch {
        return NO_TEXT;
      }
    });
  }
};

const decode = (text: string): string => decodePercent(text.replaceAll("+", " "));

/** `name=value` pairs of a query string or an urlencoded body, decoded, in their order. */
export const toPairs = (text: string): readonly (readonly [name: string, value: string])[] => {
  if (text === "") return [];
  const pairs = text.split("&");
  return pairs.flatMap((pair, index) => {
    if (pair === "") return [];
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = index >= MAX_PAIRS ? NO_TEXT : decode(equals < 0 ? "" : pair.slice(equals + 1));
    return [[name, value] as const];
  });
};

/** Either a list so far, or an object with named keys. */
type Branch = Record<string, unknown>;

/** `a[0][k]` -> `["a", "0", "k"]`; a bracket that is never closed belongs to the name. */
const toKeys = (name: string): readonly string[] => {
  const start = name.indexOf("[");
  if (start <= 0) return [name];
  const keys = [name.slice(0, start)];
  let at = start;
  while (name[at] === "[" && keys.length <= MAX_BRACKETS) {
    const end = name.indexOf("]", at);
    if (end < 0) break;
    keys.push(name.slice(at + 1, end));
    at = end + 1;
  }
  return keys.length === 1 ? [name] : keys;
};

const newBranch = (): Branch => Object.create(null) as Branch;

/** Whole numbers as keys make a list, in their order; any other key makes an object. */
const settle = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, settle(entry)] as const);
  return entries.every(([key]) => /^\d{1,6}$/.test(key))
    ? entries.map(([, entry]) => entry)
    : Object.fromEntries(entries);
};

/**
 * Values by name: `a[]=1`, `a[0]=1` -> list, `a[k]=v` -> object, nested likewise; of a repeated plain name the last value
 * counts. Source: 00-overview section 3, brackets.
 */
export const fromPairs = (pairs: Iterable<readonly [name: string, value: string]>): RawValues => {
  const root = newBranch();
  const lengths = new Map<Branch, number>();
  for (const [name, value] of pairs) {
    const keys = toKeys(name);
    let branch = root;
    keys.forEach((key, index) => {
      const next = index > 0 && key === "" ? String(lengths.get(branch) ?? 0) : key;
      if (/^\d{1,6}$/.test(next)) {
        lengths.set(branch, Math.max(lengths.get(branch) ?? 0, Number(next) + 1));
      }
      if (index === keys.length - 1) branch[next] = value;
      else {
        const found = branch[next];
        const child = typeof found === "object" && found !== null ? (found as Branch) : newBranch();
        branch[next] = child;
        branch = child;
      }
    });
  }
  const values = newBranch();
  for (const [name, value] of Object.entries(root)) values[name] = settle(value);
  return values;
};
