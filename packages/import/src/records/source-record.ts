import { isObject } from "@kalends/core";
import { isInstant, isWallClock } from "./record-checks.ts";

/** A record of a list page that cannot be taken over; the message names the member. */
export class SourceProblem extends Error {}

/**
 * What reading a record gives, or the fallback when it cannot be read: for looks ahead and back at records, whose problem is
 * reported when they are taken over.
 */
export const readOr = <T>(fallback: T, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceProblem) return fallback;
    throw error;
  }
};

/** One object of a list page, read member by member; every reader throws a `SourceProblem` that names its member. */
export interface SourceRecord {
  /** `""` when the member is absent. */
  text(name: string): string;
  /** A text that is not blank. */
  requiredText(name: string): string;
  /** `YYYY-MM-DD HH:MM:SS`, a time that there is. */
  wallClock(name: string): string;
  /** As `wallClock`, or the zeros that stand for none. */
  instant(name: string): string;
  /** A whole number from 1, also as text. */
  id(name: string): number;
  /** As `id`; 0 when the member is absent, 0 or empty. */
  idOrZero(name: string): number;
  /** `undefined` when the member is absent or empty. */
  number(name: string): number | undefined;
  flag(name: string, fallback: boolean): boolean;
  /** The object; `undefined` when absent, or `false`, `null` or `[]`, which stand for nothing in this interface. */
  object(name: string): SourceRecord | undefined;
  /** The objects of a list; an absent one is empty, a single object a list of one. */
  objects(name: string): readonly SourceRecord[];
  texts(name: string): readonly string[];
  names(): readonly string[];
  /** The member as it is; `undefined` when it is missing. */
  value(name: string): unknown;
  /** All of it, as JSON. */
  json(): string;
}

/** Halves of characters, and the character that ends texts in many programs. */
const UNSTORABLE = /\p{Surrogate}|\0/u;

/** The number that a number or a text says; `NaN` for all else: what else JSON has may not become a number without an error. */
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
