import { createHash } from "node:crypto";

/** JSON text of one record, without the members that plugins add. */
export interface Fragment {
  /** The text with one character for each UTF-8 byte: V8 stores, joins and copies such texts best. */
  readonly text: string;
  /**
   * Positions of the closing braces of the records in the text to which plugins add members, the outermost last.
   */
  readonly ends: readonly number[];
  /** Range of an event's text that holds its terms. */
  readonly terms?: readonly [from: number, to: number];
  /** Digest of the bytes, computed on first use. */
  digest?: string;
}

/** Returns the UTF-8 bytes of a text, one character for each byte. */
export const toByteText = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");

export const digestOf = (fragment: Fragment): string => {
  fragment.digest ??= createHash("sha1").update(fragment.text, "latin1").digest("base64url");
  return fragment.digest;
};

/** Makes the fragment of a presented record. */
export const toFragment = (record: unknown): Fragment => {
  const json: string | undefined = JSON.stringify(record);
  const text = toByteText(json ?? "null");
  return { text, ends: [text.length - 1] };
};

/** Inserts members at the `ends` of a fragment. Each is a byte text that starts with a comma, or is empty. */
export const withMembers = ({ text, ends }: Fragment, members: readonly string[]): Fragment => {
  let written = "";
  let from = 0;
  for (const [index, end] of ends.entries()) {
    written += text.slice(from, end) + (members[index] ?? "");
    from = end;
  }
  return { text: written + text.slice(from), ends: [] };
};

const RECORDS: unique symbol = Symbol("records");

/**
 * Records in a response body, each rendered when the body is written: a list inside the body, or one record that is
 * the body.
 */
export interface Records<View = unknown> {
  readonly [RECORDS]: true;
  readonly isList: boolean;
  readonly views: readonly View[];
  present(view: View): unknown;
  /**
   * Returns the JSON text of the presented record; `undefined` if it is too long to be cached. Absent if no record
   * is cached.
   */
  toFragment?(view: View): Fragment | undefined;
  /** Returns all records, presented. */
  toJSON(): unknown;
}

export const createRecords = <View>(
  views: readonly View[],
  present: (view: View) => unknown,
  toFragment?: (view: View) => Fragment | undefined,
): Records<View> => ({
  [RECORDS]: true,
  isList: true,
  views,
  present,
  ...(toFragment && { toFragment }),
  toJSON: () => views.map(present),
});

/** Creates the body that consists of one record. */
export const createRecord = <View>(
  view: View,
  present: (view: View) => unknown,
  toFragment: (view: View) => Fragment | undefined,
): Records<View> => ({
  ...createRecords([view], present, toFragment),
  isList: false,
  toJSON: () => present(view),
});

export const isRecords = (value: unknown): value is Records =>
  typeof value === "object" && value !== null && RECORDS in value;
