import { isUtf8 } from "node:buffer";
import { invalidParameter } from "@kalends/core";
import {
  MAX_DEPTH,
  MAX_VALUES,
  type ProblemReason,
  type RawValues,
  SHOWN_NAME,
} from "@kalends/core/interface";

/**
 * Maximum number of brackets after a name. The object of all values is the first level, and the name is the
 * second.
 */
const MAX_BRACKETS = MAX_DEPTH - 1;
/** Maximum length of a name with its brackets, in UTF-16 code units. */
const MAX_NAME_LENGTH = 1_000;
/** Text that no parameter accepts: a lone surrogate. It replaces texts that are not valid UTF-8. */
export const NO_TEXT = "\ud800";

const PERCENT = 0x25;

const hexDigit = (code: number | undefined): number => {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

/** Decodes percent escapes in place, in one pass. Invalid escapes stay unchanged. */
const unescapeBytes = (bytes: Buffer): Buffer => {
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const high = bytes[at] === PERCENT ? hexDigit(bytes[at + 1]) : -1;
    const low = high < 0 ? -1 : hexDigit(bytes[at + 2]);
    bytes[length] = low < 0 ? (bytes[at] ?? 0) : high * 16 + low;
    if (low >= 0) at += 2;
    length += 1;
  }
  return bytes.subarray(0, length);
};

const toText = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString("utf8") : NO_TEXT);

/**
 * Decodes a percent-encoded text. Invalid escapes stay unchanged. A text that is not valid UTF-8 becomes
 * `NO_TEXT`.
 */
export const decodePercent = (text: string): string =>
  text.includes("%") ? toText(unescapeBytes(Buffer.from(text, "utf8"))) : text;

/** Decodes UTF-8 from a string with one character for each byte, such as a form field. */
export const decodeBytes = (bytes: string): string =>
  /[\x80-\xff]/.test(bytes) ? toText(Buffer.from(bytes, "latin1")) : bytes;

const decode = (bytes: string): string => {
  const text = bytes.replaceAll("+", " ");
  return text.includes("%") ? toText(unescapeBytes(Buffer.from(text, "latin1"))) : decodeBytes(text);
};

/** Decoded name and its value. */
export type Pair<Value = string> = readonly [name: string, value: Value];

/**
 * Yields the decoded `name=value` pairs of a query string or urlencoded body, in order. `text`: one character
 * for each byte.
 */
export function* toPairs(text: string): Generator<Pair> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("&", start);
    const pair = text.slice(start, found < 0 ? text.length : found);
    start += pair.length + 1;
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    yield [
      decode(equals < 0 ? pair : pair.slice(0, equals)),
      equals < 0 ? "" : decode(pair.slice(equals + 1)),
    ];
  }
}

const refuse = (name: string, reason: ProblemReason, maximum: number): never => {
  throw invalidParameter(name.replaceAll(NO_TEXT, "\ufffd"), { reason, values: { maximum } });
};

/**
 * Splits a name into its keys: `a[0][k]` becomes `["a", "0", "k"]`. An unclosed bracket is part of the name.
 * Throws if the name has too many keys.
 */
export const toKeys = (name: string): readonly string[] => {
  if (name.length > MAX_NAME_LENGTH) refuse(`${name.slice(0, SHOWN_NAME)}...`, "too-long", MAX_NAME_LENGTH);
  const start = name.indexOf("[");
  if (start <= 0) return [name];
  const top = name.slice(0, start);
  const keys = [top];
  for (let at = start; name[at] === "["; ) {
    const end = name.indexOf("]", at);
    if (end < 0) break;
    if (keys.length > MAX_BRACKETS) refuse(top, "too-deep", MAX_DEPTH);
    keys.push(name.slice(at + 1, end));
    at = end + 1;
  }
  return keys.length === 1 ? [name] : keys;
};

/** List or object to which entries are being added. */
type Branch = Map<string, unknown>;

const INDEX = /^\d{1,6}$/;

/** Returns a list, in order of insertion, if all keys are whole numbers; otherwise an object. */
const toValue = (value: unknown): unknown => {
  if (!(value instanceof Map)) return value;
  const object = Object.fromEntries([...(value as Branch)].map(([key, entry]) => [key, toValue(entry)]));
  return Object.keys(object).every((key) => INDEX.test(key)) ? Object.values(object) : object;
};

/**
 * Builds parameter values from pairs. `a[]=1` and `a[0]=1` create a list, `a[k]=v` creates an object, at any
 * level. If a plain name is repeated, the last value wins. Throws `rest_invalid_param` at the first name that
 * is too long or too deeply nested, or if the names have more than `MAX_VALUES` keys in total. No further
 * names are read then. Source: rules/interface.md#bracket-keys, rules/interface.md#request-limits.
 */
export const fromPairs = (pairs: Iterable<Pair<unknown>>): RawValues => {
  const paths: { readonly keys: readonly string[]; readonly value: unknown }[] = [];
  let count = 0;
  for (const [name, value] of pairs) {
    const keys = toKeys(name);
    count += keys.length;
    if (count > MAX_VALUES) refuse(keys[0] ?? name, "too-many", MAX_VALUES);
    paths.push({ keys, value });
  }
  const root: Branch = new Map();
  const lengths = new Map<Branch, number>();
  for (const { keys, value } of paths) {
    let branch = root;
    for (const [index, key] of keys.entries()) {
      const next = index > 0 && key === "" ? String(lengths.get(branch) ?? 0) : key;
      if (INDEX.test(next)) lengths.set(branch, Math.max(lengths.get(branch) ?? 0, Number(next) + 1));
      if (index === keys.length - 1) branch.set(next, value);
      else {
        const found = branch.get(next);
        const child: Branch = found instanceof Map ? found : new Map();
        branch.set(next, child);
        branch = child;
      }
    }
  }
  const values = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of root) values[name] = toValue(value);
  return values;
};
