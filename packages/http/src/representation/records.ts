import { createHash } from "node:crypto";

/** JSON text of one record, into which the members that plugins add can be inserted. */
export interface Fragment {
  /** JSON text with one character for each UTF-8 byte, which V8 stores, joins and copies most efficiently. */
  readonly text: string;
  /**
   * Positions of the closing braces before which members of plugins are inserted: of nested records first, of
   * the record itself last.
   */
  readonly ends: readonly number[];
  /** Range of an event's text that contains its categories and tags. */
  readonly terms?: readonly [from: number, to: number];
  /** Digest of the bytes of the text, computed on first use. */
  digest?: string;
}

/** Returns a string with one character for each UTF-8 byte of the text. */
export const toByteText = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString("latin1");

export const digestOf = (fragment: Fragment): string => {
  fragment.digest ??= createHash("sha1").update(fragment.text, "latin1").digest("base64url");
  return fragment.digest;
};

/** Creates the fragment of a record from its JSON object. */
export const toFragment = (record: unknown): Fragment => {
  const json: string | undefined = JSON.stringify(record);
  const text = toByteText(json ?? "null");
  return { text, ends: [text.length - 1] };
};

/**
 * Inserts additional members at the `ends` of a fragment. Each entry of `members` is a byte text that starts
 * with a comma, or is empty.
 */
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
 * Records in a response body: a list inside the body, or a single record that is the body. Each record is
 * rendered only when the body is written.
 */
export interface Records<View = unknown> {
  readonly [RECORDS]: true;
  readonly isList: boolean;
  readonly views: readonly View[];
  present(view: View): unknown;
  /**
   * Returns the JSON text of a record; `undefined` if it is too long to be cached. Absent if records are not
   * cached.
   */
  toFragment?(view: View): Fragment | undefined;
  /** Returns the JSON objects of all records. */
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

/** Creates a response body that consists of one record. */
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
