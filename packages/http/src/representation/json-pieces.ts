import { isRecords, type Records } from "./records.ts";

/** Values up to this weight are written at once; bytes are handed on in portions of this size. */
export const PIECE = 65_536;

/** Weight of a member in addition to its text, such as its name. */
const MEMBER = 16;
/** The greatest weight: a plugin may make a value that contains itself. */
const HEAVIEST = 1_073_741_824;

/**
 * About how many characters a value takes as JSON, without making any: texts by their length, what is shown twice counts
 * twice. Escapes and the markup that presenters add are not counted.
 */
export const weigh = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  let weight = 0;
  // Not by recursion: what plugins store may be deep.
  const open: unknown[] = [value];
  while (open.length > 0 && weight < HEAVIEST) {
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
 * The text that `JSON.stringify` makes of a JSON value, in pieces that are made as they are asked for: no piece is much longer
 * than the longest text in the value.
 */
export function* toJsonPieces(value: unknown): Generator<string, void, undefined> {
  if (isRecords(value)) yield* listPieces(presentEach(value));
  else if (typeof value !== "object" || value === null || weigh(value) <= PIECE)
    // Values of plugins may have members that JSON cannot express.
    yield JSON.stringify(value) ?? "null";
  else if (Array.isArray(value)) yield* listPieces(value);
  else yield* memberPieces(value);
}

function* presentEach({ views, present }: Records): Generator<unknown, void, undefined> {
  for (const view of views) yield present(view);
}

function* listPieces(list: Iterable<unknown>): Generator<string, void, undefined> {
  let separator = "[";
  for (const entry of list) {
    yield separator;
    yield* toJsonPieces(entry);
    separator = ",";
  }
  yield separator === "[" ? "[]" : "]";
}

/** The same of an object, member by member. */
export function* memberPieces(object: object): Generator<string, void, undefined> {
  yield "{";
  let separator = "";
  for (const [name, member] of Object.entries(object)) {
    if (member === undefined || typeof member === "function" || typeof member === "symbol") continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* toJsonPieces(member);
    separator = ",";
  }
  yield "}";
}

/** The same bytes in portions of `PIECE` bytes at most. */
export function* cutBytes(bytes: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}
