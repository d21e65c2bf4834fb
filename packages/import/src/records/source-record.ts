import { isObject } from "@kalends/core";
import { isInstant, isWallClock } from "./record-checks.ts";

/** Thrown if a source record cannot be imported. The message names the member at fault. */
export class SourceProblem extends Error {}

/**
 * Returns the result of `read`, or the fallback if `read` throws a `SourceProblem`. Use this where the import
 * of the record reports the same problem later.
 */
export const readOr = <T>(fallback: T, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceProblem) return fallback;
    throw error;
  }
};

/**
 * Typed access to the members of one object of a source. Each reader throws a `SourceProblem` that names the
 * member.
 */
export interface SourceRecord {
  /** Returns a text; `""` if the member is absent. */
  text(name: string): string;
  /** Returns a text that is not blank. */
  requiredText(name: string): string;
  /** Returns a valid date and time, `YYYY-MM-DD HH:MM:SS`. */
  wallClock(name: string): string;
  /** Returns a valid date and time, or `NO_INSTANT`, the zeros that mean no date. */
  instant(name: string): string;
  /** Returns an integer from 1. The member may be a number or a text. */
  id(name: string): number;
  /** Returns an id; 0 if the member is absent, 0 or empty. */
  idOrZero(name: string): number;
  /** Returns a number; `undefined` if the member is absent or empty. */
  number(name: string): number | undefined;
  flag(name: string, fallback: boolean): boolean;
  /**
   * Returns an object. Of a list, returns the first entry. Returns `undefined` if the member is absent,
   * `false`, `null` or `[]`, which mean no object in this API.
   */
  object(name: string): SourceRecord | undefined;
  /**
   * Returns the objects of a list. An absent member, `null` and `false` count as an empty list, and a single
   * object as a list of one.
   */
  objects(name: string): readonly SourceRecord[];
  texts(name: string): readonly string[];
  names(): readonly string[];
  /** Returns the raw value; `undefined` if the member is missing. */
  value(name: string): unknown;
  /** Returns the complete object as JSON text. */
  json(): string;
}

/** Matches unpaired surrogates, and U+0000, at which many programs cut a text. */
const UNSTORABLE = /\p{Surrogate}|\0/u;

/**
 * Converts a number or a numeric text to a number. Returns `NaN` for all other types, some of which `Number`
 * would convert silently.
 */
export const numberOf = (value: unknown): number =>
  typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;

export const createSourceRecord = (members: Readonly<Record<string, unknown>>, path = ""): SourceRecord => {
  const refuse = (name: string, wanted: string): never => {
    throw new SourceProblem(`${path}${name} is not ${wanted}`);
  };
  const memberOf = (name: string): unknown =>
    Object.hasOwn(members, name) ? (members[name] ?? undefined) : undefined;
  const storable = (name: string, value: string): string =>
    UNSTORABLE.test(value) ? refuse(name, "a text that can be stored") : value.normalize("NFC");
  const text = (name: string): string => {
    const value = memberOf(name);
    if (value === undefined) return "";
    return typeof value === "string" ? storable(name, value) : refuse(name, "a text");
  };
  const requiredText = (name: string): string =>
    text(name).trim() === "" ? refuse(name, "there") : text(name);
  const idOrZero = (name: string): number => {
    const value = memberOf(name);
    if (value === undefined || value === "") return 0;
    const number = numberOf(value);
    return Number.isSafeInteger(number) && number >= 0 ? number : refuse(name, "an id");
  };
  const toRecord = (name: string, value: unknown): SourceRecord =>
    isObject(value) ? createSourceRecord(value, `${path}${name}.`) : refuse(name, "an object");
  return {
    text,
    requiredText,
    wallClock: (name) => (isWallClock(text(name)) ? text(name) : refuse(name, "a date and time")),
    instant: (name) => (isInstant(text(name)) ? text(name) : refuse(name, "a date and time")),
    id: (name) => idOrZero(name) || refuse(name, "an id"),
    idOrZero,
    number: (name) => {
      const value = memberOf(name);
      if (value === "") return undefined;
      if (value === undefined || typeof value === "number") return value;
      return refuse(name, "a number");
    },
    flag: (name, fallback) => {
      const value = memberOf(name) ?? fallback;
      return typeof value === "boolean" ? value : refuse(name, "true or false");
    },
    object: (name) => {
      const value = memberOf(name);
      const isNothing =
        value === undefined || value === false || (Array.isArray(value) && value.length === 0);
      return isNothing ? undefined : toRecord(name, Array.isArray(value) ? value[0] : value);
    },
    objects: (name) => {
      const value = memberOf(name);
      if (value === undefined || value === false) return [];
      return (Array.isArray(value) ? value : [value]).map((entry) => toRecord(name, entry));
    },
    texts: (name) => {
      const value = memberOf(name) ?? [];
      if (!Array.isArray(value)) return refuse(name, "a list");
      return value.map((entry) =>
        typeof entry === "string" ? storable(name, entry) : refuse(name, "a list of texts"),
      );
    },
    names: () => Object.keys(members),
    value: (name) => (Object.hasOwn(members, name) ? members[name] : undefined),
    json: () => JSON.stringify(members),
  };
};
