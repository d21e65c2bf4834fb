import { hash } from "node:crypto";
import { bytesOf, digestOf, type Fragment, toByteText, toFragment } from "../fragments/fragment.ts";
import { toJsonPieces } from "./json-pieces.ts";
import { isLazyList } from "./lazy-list.ts";

/** A list with fragments, and the text of its envelope around the entries. */
export interface JoinedList {
  readonly before: string;
  readonly length: number;
  readonly after: string;
  entry(index: number): unknown;
  fragment(index: number): Fragment | undefined;
}

/** `undefined`: no list with fragments. */
export const toJoinedList = (body: unknown): JoinedList | undefined => {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const members = Object.entries(body);
  const place = members.findIndex(([, member]) => isLazyList(member) && member.fragment !== undefined);
  const [name, list] = members[place] ?? [];
  if (name === undefined || !isLazyList(list) || list.fragment === undefined) return undefined;
  const write = (part: typeof members): string => JSON.stringify(Object.fromEntries(part)).slice(1, -1);
  const [first, last] = [write(members.slice(0, place)), write(members.slice(place + 1))];
  return {
    before: `{${first}${first && ","}${JSON.stringify(name)}:[`,
    length: list.length,
    after: `]${last && ","}${last}}`,
    entry: list.entry,
    fragment: list.fragment,
  };
};

/** Of a whole list: its envelope with the digest of each entry in its place. */
export const digestEntries = ({ before, after }: JoinedList, digests: readonly string[]): string =>
  hash("sha1", `${before}${digests.map((digest) => `"${digest}"`).join()}${after}`, "base64url");

/** All of it, for lists that are written at once. */
export const joinList = (joined: JoinedList): { readonly digest: string; readonly bytes: Buffer } => {
  const { before, length, after, entry, fragment } = joined;
  const fragments: Fragment[] = [];
  for (let index = 0; index < length; index += 1) fragments.push(fragment(index) ?? toFragment(entry(index)));
  const head = toByteText(before);
  const tail = toByteText(after);
  const commas = Math.max(0, length - 1);
  const bytes = Buffer.allocUnsafe(
    fragments.reduce((sum, { text }) => sum + text.length, head.length + tail.length + commas),
  );
  let at = bytes.write(head, "latin1");
  for (const [index, { text }] of fragments.entries()) {
    if (index > 0) at += bytes.write(",", at, "latin1");
    at += bytes.write(text, at, "latin1");
  }
  bytes.write(tail, at, "latin1");
  return { digest: digestEntries(joined, fragments.map(digestOf)), bytes };
};

/** The same as it is asked for. */
export function* joinedPieces({
  before,
  length,
  after,
  entry,
  fragment,
}: JoinedList): Generator<string | Uint8Array, void, undefined> {
  yield before;
  for (let index = 0; index < length; index += 1) {
    if (index > 0) yield ",";
    const written = fragment(index);
    if (written === undefined) yield* toJsonPieces(entry(index));
    else yield bytesOf(written);
  }
  yield after;
}
