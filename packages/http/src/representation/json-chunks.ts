import { isRecords, type Records } from "./records.ts";

/**
 * Weight (see `weigh`) up to which a value is serialized at once, and size in bytes of the chunks that are
 * sent.
 */
export const CHUNK = 65_536;

/** Weight (see `weigh`) of the name and punctuation of a member. */
const MEMBER = 16;
/**
 * Weight at which `weigh` stops. Without this limit, `weigh` would never end for a plugin's value that
 * contains itself.
 */
const MAX_WEIGHT = 1_073_741_824;

/**
 * Estimates the number of characters of a value as JSON, without serializing it. A text counts by its length.
 * A value that occurs twice counts twice. Escapes, and markup that presenters add, do not count.
 */
export const weigh = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  let weight = 0;
  // A loop instead of recursion, because values stored by plugins may be deeply nested.
  const open: unknown[] = [value];
  while (open.length > 0 && weight < MAX_WEIGHT) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    weight += MEMBER * members.length;
    for (const member of members) {
      if (typeof member === "string") weight += member.length;
      else if (typeof member === "object" && member !== null) open.push(member);
    }
  }
  return weight;
};

/**
 * Yields the text of `JSON.stringify` in pieces, each created on demand. A piece may be much longer than
 * `CHUNK` only if the value contains such a long text.
 */
export function* toJsonChunks(value: unknown): Generator<string, void, undefined> {
  if (isRecords(value)) yield* listPieces(presentEach(value));
  else if (typeof value !== "object" || value === null || weigh(value) <= CHUNK)
    // Values of plugins may contain values that JSON cannot express, such as functions.
    yield JSON.stringify(value) ?? "null";
  else if (Array.isArray(value)) yield* listPieces(value);
  else yield* memberChunks(value);
}

function* presentEach({ views, present }: Records): Generator<unknown, void, undefined> {
  for (const view of views) yield present(view);
}

function* listPieces(list: Iterable<unknown>): Generator<string, void, undefined> {
  let separator = "[";
  for (const entry of list) {
    yield separator;
    yield* toJsonChunks(entry);
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

/** Yields the JSON text of an object, member by member. */
export function* memberChunks(object: object): Generator<string, void, undefined> {
  yield "{";
  let separator = "";
  for (const [name, member] of Object.entries(object)) {
    if (member === undefined || typeof member === "function" || typeof member === "symbol") continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* toJsonChunks(member);
    separator = ",";
  }
  yield "}";
}

/** Yields bytes in chunks of at most `CHUNK` bytes. */
export function* splitBytes(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += CHUNK) yield bytes.subarray(start, start + CHUNK);
}
