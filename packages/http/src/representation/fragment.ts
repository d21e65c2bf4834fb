import { createHash } from "node:crypto";

/** The JSON text of one record as it is shown, without what plugins add to it. */
export interface Fragment {
  /** A character for each byte, whatever the text: V8 keeps, joins and copies such texts best. */
  readonly text: string;
  /** Where the records in it end that plugins add members to: the places of their closing braces, the outermost last. */
  readonly ends: readonly number[];
  /** Of events: the range that is about terms. */
  readonly terms?: readonly [from: number, to: number];
  /** Of the bytes, once somebody has asked for it. */
  digest?: string;
}

/** The UTF-8 of a text, a character for each byte. */
export const toByteText = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");

export const digestOf = (fragment: Fragment): string => {
  fragment.digest ??= createHash("sha1").update(fragment.text, "latin1").digest("base64url");
  return fragment.digest;
};

/** Of a presented record. */
export const toFragment = (record: unknown): Fragment => {
  const json: string | undefined = JSON.stringify(record);
  const text = toByteText(json ?? "null");
  return { text, ends: [text.length - 1] };
};

/** The fragment with further members at its `ends`; each is a text of bytes that begins with a comma, or is empty. */
export const withMembers = ({ text, ends }: Fragment, members: readonly string[]): Fragment => {
  let written = "";
  let from = 0;
  for (const [index, end] of ends.entries()) {
    written += text.slice(from, end) + (members[index] ?? "");
    from = end;
  }
  return { text: written + text.slice(from), ends: [] };
};
