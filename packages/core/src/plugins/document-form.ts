import { isObject } from "../model/json.ts";

/** Returns true if a value read from JSON has a form. Absent members are `undefined`. */
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

/** Checks from which a collection builds its `isWellFormed`. */
interface DocumentForm {
  readonly text: FormCheck;
  readonly flag: FormCheck;
  /** Safe integer. */
  readonly integer: FormCheck;
  /** Milliseconds since 1970 that a `Date` can have. */
  readonly time: FormCheck;
  optional(check: FormCheck): FormCheck;
  /** Array whose entries pass the check. */
  list(check: FormCheck): FormCheck;
  /** Object with these members. Other members are allowed. */
  object(members: Readonly<Record<string, FormCheck>>): FormCheck;
  /** Members of `MadeWith`, for `object`. */
  readonly madeWith: Readonly<Record<"credential" | "madeWith", FormCheck>>;
  /** Result of `decidersOf`. */
  readonly deciders: FormCheck;
}

/** Checks of the form of documents. */
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
