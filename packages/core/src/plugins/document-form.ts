import { isObject } from "../model/json.ts";

/** Returns true if a value parsed from JSON has the required form. An absent member is `undefined`. */
export type FormCheck = (value: unknown) => boolean;

const text: FormCheck = (value) => typeof value === "string";

const optional =
  (check: FormCheck): FormCheck =>
  (value) =>
    value === undefined || check(value);

const object =
  (members: Readonly<Record<string, FormCheck>>): FormCheck =>
  (value) =>
    isObject(value) &&
    Object.entries(members).every(([name, check]) =>
      check(Object.hasOwn(value, name) ? value[name] : undefined),
    );

const madeWith = { credential: optional(text), madeWith: optional(text) } as const;

/** Checks for the form of plugin records. A collection combines them in its `isWellFormed`. */
interface DocumentForm {
  readonly text: FormCheck;
  readonly flag: FormCheck;
  /** Accepts integers that JavaScript represents exactly. */
  readonly integer: FormCheck;
  /** Accepts times in milliseconds since 1970 that a `Date` can hold. */
  readonly time: FormCheck;
  optional(check: FormCheck): FormCheck;
  /** Accepts arrays in which every entry passes the check. */
  list(check: FormCheck): FormCheck;
  /** Accepts objects whose members pass these checks. Additional members are allowed. */
  object(members: Readonly<Record<string, FormCheck>>): FormCheck;
  /** Checks for the members of `MadeWith`, to pass to `object`. */
  readonly madeWith: Readonly<Record<"credential" | "madeWith", FormCheck>>;
  /** Accepts results of `decidersOf`. */
  readonly deciders: FormCheck;
}

/** Checks for the form of plugin records. */
export const documentForm: DocumentForm = {
  text,
  flag: (value) => typeof value === "boolean",
  integer: Number.isSafeInteger,
  time: (value) => Number.isInteger(value) && !Number.isNaN(new Date(Number(value)).getTime()),
  optional,
  list: (check) => (value) => Array.isArray(value) && value.every((entry) => check(entry)),
  object,
  madeWith,
  deciders: (value) => isObject(value) && Object.values(value).every(object(madeWith)),
};
