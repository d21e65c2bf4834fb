import type { Fragment } from "./fragment.ts";

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
