import { isObject } from "@kalends/core";
import { isWallClock } from "./record-checks.ts";
import { createSourceRecord, readOr, type SourceRecord } from "./source-record.ts";

/** Maximum number of characters of a value to quote in a note. */
const MAX_SHOWN = 100;
const UNSTORABLE = /\p{Surrogate}|\0/gu;
const YES: ReadonlySet<unknown> = new Set([1, "1", "true", "yes"]);
const NO: ReadonlySet<unknown> = new Set([0, "", "0", "false", "no"]);
/**
 * Matches a local time in other formats, such as `2031-05-06T19:00`. A UTC offset in the text is ignored,
 * because the record has its own time zone.
 */
const WALL_CLOCK = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Converts a text, number or boolean to a normalized text. Returns `undefined` for other types. */
const textIn = (value: unknown): string | undefined => {
  if (typeof value === "string") return value.replace(UNSTORABLE, "").normalize("NFC");
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
};
const flagIn = (value: unknown): boolean | undefined => {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
};
const numberIn = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
};
export const wallClockIn = (text: string): string | undefined => {
  const [, day = "", minute = "00:00", second = "00"] = WALL_CLOCK.exec(text.trim()) ?? [];
  const written = `${day} ${minute}:${second}`;
  return isWallClock(written) ? written : undefined;
};

/**
 * Wraps a record so that one bad value does not stop its import. The readers accept other formats of a value.
 * For an unreadable value, they return no value and add one note for each member. Only `id`, `requiredText`,
 * `wallClock` and `instant` still throw.
 * Source: rules/choices.md#import-lenience.
 */
export const createLenientRecord = (record: SourceRecord, note: (line: string) => void): SourceRecord => {
  const noted = new Set<string>();
  const leaveOut = (path: string, wanted: string, value: unknown): undefined => {
    if (noted.has(path)) return undefined;
    noted.add(path);
    const shown = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    note(
      `${path} is not ${wanted}, and is left out: ${shown.replace(UNSTORABLE, "\ufffd").slice(0, MAX_SHOWN)}`,
    );
    return undefined;
  };
  const wrap = (inner: SourceRecord, path: string): SourceRecord => {
    /**
     * Returns the value from the strict reader. If the strict reader throws, returns the result of `read`. If
     * `read` returns `undefined` too, adds a note.
     */
    const lenient = <T>(
      name: string,
      strict: () => T,
      read: (value: unknown) => T | undefined,
      wanted: string,
    ): T | undefined => {
      const found = readOr<{ readonly value: T } | undefined>(undefined, () => ({ value: strict() }));
      if (found !== undefined) return found.value;
      const value = inner.value(name);
      return read(value) ?? leaveOut(path + name, wanted, value);
    };
    const text = (name: string): string => lenient(name, () => inner.text(name), textIn, "a text") ?? "";
    const objectsIn = (name: string): readonly SourceRecord[] => {
      const value = inner.value(name) ?? [];
      return (Array.isArray(value) ? value : [value]).flatMap((entry) => {
        if (isObject(entry)) return [wrap(createSourceRecord(entry), `${path}${name}.`)];
        if (entry !== false && entry !== null) leaveOut(path + name, "a list of objects", entry);
        return [];
      });
    };
    return {
      ...inner,
      text,
      idOrZero: (name) =>
        lenient(
          name,
          () => inner.idOrZero(name),
          () => undefined,
          "an id",
        ) ?? 0,
      number: (name) => lenient(name, () => inner.number(name), numberIn, "a number"),
      flag: (name, fallback) =>
        lenient(name, () => inner.flag(name, fallback), flagIn, "true or false") ?? fallback,
      requiredText: (name) => {
        const found = text(name);
        return found.trim() === "" ? inner.requiredText(name) : found;
      },
      wallClock: (name) => wallClockIn(text(name)) ?? inner.wallClock(name),
      instant: (name) => wallClockIn(text(name)) ?? inner.instant(name),
      object: (name) => {
        const [first] = Array.isArray(inner.value(name)) ? objectsIn(name).slice(0, 1) : [undefined];
        if (first !== undefined) return first;
        const found = lenient(
          name,
          () => inner.object(name),
          () => undefined,
          "an object",
        );
        return found && wrap(found, `${path}${name}.`);
      },
      objects: objectsIn,
      texts: (name) => {
        const value = inner.value(name) ?? [];
        return (Array.isArray(value) ? value : [value]).flatMap((entry) => {
          const found = textIn(entry);
          if (found !== undefined) return [found];
          leaveOut(path + name, "a list of texts", entry);
          return [];
        });
      },
    };
  };
  return wrap(record, "");
};
