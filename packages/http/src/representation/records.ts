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

const RECORDS: unique symbol = Symbol("records");

/** Records of an answer, each rendered when its body is written: a list inside the body, or the one that is the body. */
export interface Records<View = unknown> {
  readonly [RECORDS]: true;
  readonly isList: boolean;
  readonly views: readonly View[];
  present(view: View): unknown;
  /** The text of what `present` gives; `undefined` where that is too heavy to be kept. Absent: of none. */
  toFragment?(view: View): Fragment | undefined;
  /** All of them, presented. */
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

/** One record that is a whole body. */
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
