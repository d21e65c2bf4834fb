import { createHash, hash } from "node:crypto";
import { CHUNK, memberChunks, toJsonChunks, weigh } from "./json-chunks.ts";
import { digestOf, isRecords, toByteText } from "./records.ts";

/** Size in bytes up to which a response is serialized at once into one buffer. */
export const LARGE = 1_048_576;

/** Part of a serialized body. A string has one character for each byte. */
type Part = string | Buffer;

/** Generator that yields the bytes of a body and returns their digest. */
type Writing = Generator<Part, string, undefined>;

/** Progress of serializing a body: its records, and the number of records written. */
export interface Progress {
  views: readonly unknown[];
  written: number;
}

/**
 * Yields the bytes of a JSON body, and renders each record when it is reached. Returns a digest that depends
 * only on the bytes. If records have cached fragments, the digest is computed from the digests of the records
 * instead of their bytes.
 */
export function* serializeBody(body: unknown, progress?: Progress): Writing {
  if (isRecords(body) && !body.isList) {
    const fragment = body.toFragment?.(body.views[0]);
    if (fragment === undefined) return yield* writeValue(body.toJSON(), CHUNK);
    yield fragment.text;
    return digestOf(fragment);
  }
  const members = typeof body === "object" && body !== null ? body : {};
  const records = Object.values(members).find(isRecords);
  if (records === undefined) return yield* writeValue(body, LARGE);
  if (records.toFragment === undefined) return yield* writePieces(memberChunks(members));
  let before = "";
  let after = "";
  for (const [name, member] of Object.entries(members)) {
    const text = member === records ? "[" : JSON.stringify(member);
    if (text === undefined) continue;
    if (after !== "") after += `,${JSON.stringify(name)}:${text}`;
    else before += `${before === "" ? "{" : ","}${JSON.stringify(name)}:${text}`;
    if (member === records) after = "]";
  }
  const digests: string[] = [];
  if (progress !== undefined) progress.views = records.views;
  yield toByteText(before);
  for (const view of records.views) {
    if (digests.length > 0) yield ",";
    const fragment = records.toFragment(view);
    if (fragment !== undefined) yield fragment.text;
    const digest =
      fragment === undefined ? yield* writeValue(records.present(view), CHUNK) : digestOf(fragment);
    digests.push(`"${digest}"`);
    if (progress !== undefined) progress.written += 1;
  }
  yield `${toByteText(after)}}`;
  return hash("sha1", `${before}${digests.join()}${after}}`, "base64url");
}

/** Yields a value as one part if its weight (see `weigh`) is at most `most`; otherwise in pieces. */
function* writeValue(value: unknown, most: number): Writing {
  if (weigh(value) <= most) {
    const bytes = Buffer.from(JSON.stringify(value) ?? "null");
    yield bytes;
    return hash("sha1", bytes, "base64url");
  }
  return yield* writePieces(toJsonChunks(value));
}

function* writePieces(pieces: Iterable<string>): Writing {
  const digest = createHash("sha1");
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    const bytes = Buffer.from(text);
    digest.update(bytes);
    yield bytes;
    text = "";
  }
  const bytes = Buffer.from(text);
  yield bytes;
  return digest.update(bytes).digest("base64url");
}

interface Written {
  readonly parts: readonly Part[];
  /** Length in bytes. */
  readonly length: number;
  /** Digest of the complete body; absent until the body is complete. */
  readonly digest?: string;
}

/** Continues to serialize until the parts have more than `most` bytes or the body is complete. */
export const serializeUpTo = (most: number, writing: Writing): Written => {
  const parts: Part[] = [];
  let length = 0;
  while (length <= most) {
    const { done, value } = writing.next();
    if (done) return { parts, length, digest: value };
    parts.push(value);
    length += value.length;
  }
  return { parts, length };
};

export const join = (parts: readonly Part[], length: number): Buffer => {
  const [first] = parts;
  if (parts.length === 1 && typeof first === "object") return first;
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts)
    at += typeof part === "string" ? bytes.write(part, at, "latin1") : part.copy(bytes, at);
  return bytes;
};
