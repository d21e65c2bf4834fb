import { isObject } from "../model/json.ts";

/** True if a value read from JSON has a form; an absent member is `undefined`. */
export type FormCheck = (value: unknown) => boolean;

export const isText: FormCheck = (value) => typeof value === "string";
export const isFlag: FormCheck = (value) => typeof value === "boolean";
export const isInteger: FormCheck = Number.isSafeInteger;
/** Milliseconds since 1970 that a `Date` can have. */
export const isTime: FormCheck = (value) =>
  Number.isInteger(value) && !Number.isNaN(new Date(Number(value)).getTime());

export const optional =
  (check: FormCheck): FormCheck =>
  (value) =>
    value === undefined || check(value);

export const listOf =
  (check: FormCheck): FormCheck =>
  (value) =>
    Array.isArray(value) && value.every((entry) => check(entry));

/** An object with these members; it may have others, too. */
export const objectOf =
  (members: Readonly<Record<string, FormCheck>>): FormCheck =>
  (value) =>
    isObject(value) &&
    Object.entries(members).every(([name, check]) =>
      check(Object.hasOwn(value, name) ? value[name] : undefined),
    );
