import { isRecords, type Records } from "./records.ts";

/** Weight up to which a value is serialized at once, and size of the chunks in which bytes are sent. */
export const CHUNK = 65_536;

/** Weight of a member in addition to its text, for its name and punctuation. */
const MEMBER = 16;
/** Maximum weight: a plugin may create a value that contains itself. */
const MAX_WEIGHT = 1_073_741_824;

/**
 * Estimates the number of characters of a value as JSON, without serializing it. Texts count by their length; a
 * value that occurs twice counts twice. Escapes and the markup that presenters add are not counted.
 */
export const weigh = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  let weight = 0;
  // Not recursive: values stored by plugins may be deeply nested.
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
 * Yields the text of `JSON.stringify` in pieces, each made on demand. No piece is much longer than the longest text
 * in the value.
 */
export function* toJsonChunks(value: unknown): Generator<string, void, undefined> {
  if (isRecords(value)) yield* listPieces(presentEach(value));
  else if (typeof value !== "object" || value === null || weigh(value) <= CHUNK)
    // Values of plugins may have members that JSON cannot express.
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

/** Yields the bytes in chunks of at most `PIECE` bytes. */
export function* splitBytes(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += CHUNK) yield bytes.subarray(start, start + CHUNK);
}
