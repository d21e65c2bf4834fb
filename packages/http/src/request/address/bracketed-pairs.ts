import { isUtf8 } from "node:buffer";
import { invalidParameter } from "@kalends/core";
import {
  MAX_DEPTH,
  MAX_VALUES,
  type ProblemReason,
  type RawValues,
  SHOWN_NAME,
} from "@kalends/core/interface";

/** Brackets behind a name: the values themselves are the first level, the name's own the second. */
const MAX_BRACKETS = MAX_DEPTH - 1;
/** Characters of a name with its brackets. */
const MAX_NAME_LENGTH = 1_000;
/** A lone surrogate: what no parameter accepts stands for bytes that are no text. */
export const NO_TEXT = "\ud800";

const PERCENT = 0x25;

const hexDigit = (code: number | undefined): number => {
  if (code === undefined) return -1;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

/** In place, in one pass; escapes that mean nothing stay as they are. */
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

/** A percent-encoded text; escapes that mean nothing stay as they are, bytes that are no UTF-8 make it `NO_TEXT`. */
export const decodePercent = (text: string): string =>
  text.includes("%") ? toText(unescapeBytes(Buffer.from(text, "utf8"))) : text;

/** Bytes as they came, a character each, such as those of a field of a form. */
export const decodeBytes = (bytes: string): string =>
  /[\x80-\xff]/.test(bytes) ? toText(Buffer.from(bytes, "latin1")) : bytes;

const decode = (bytes: string): string => {
  const text = bytes.replaceAll("+", " ");
  return text.includes("%") ? toText(unescapeBytes(Buffer.from(text, "latin1"))) : decodeBytes(text);
};

/** A name and its value, decoded. */
export type Pair<Value = string> = readonly [name: string, value: Value];

/** `name=value` pairs of a query string or an urlencoded body, whose bytes are a character each: decoded, in their order. */
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

/** `a[0][k]` -> `["a", "0", "k"]`; a bracket that is never closed belongs to the name. Throws when there are too many. */
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

/** Either a list so far, or an object with named keys. */
type Branch = Map<string, unknown>;

const INDEX = /^\d{1,6}$/;

/** Whole numbers as keys make a list, in their order; any other key makes an object. */
const settle = (value: unknown): unknown => {
  if (!(value instanceof Map)) return value;
  const object = Object.fromEntries([...(value as Branch)].map(([key, entry]) => [key, settle(entry)]));
  return Object.keys(object).every((key) => INDEX.test(key)) ? Object.values(object) : object;
};

/**
 * Values by name: `a[]=1`, `a[0]=1` -> list, `a[k]=v` -> object, nested likewise; of a repeated plain name the last value
 * counts. Throws `rest_invalid_param` for the first name that is too long, is nested too deeply, or is one too many, before
 * anything is built and without looking at what follows. Source: rules/interface.md#bracket-keys,
 * rules/interface.md#request-limits.
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
  for (const [name, value] of root) values[name] = settle(value);
  return values;
};
