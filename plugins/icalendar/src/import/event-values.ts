import { isCalendarError, type KnownEventFields, type Problem, termName } from "@kalends/core/plugin";
import type { ImportDefaults } from "./import-deps.ts";
import { type ReducedValues, withReducedRecurrence } from "./recurrence/recurrence-fallbacks.ts";

/** Adds the default categories, tags and venue of the import to the values of an event. */
export const withDefaults = (
  values: KnownEventFields,
  { categories = [], tags = [], venue }: ImportDefaults,
): KnownEventFields => ({
  ...values,
  categories: toTermList(values.categories, categories),
  tags: toTermList(values.tags, tags),
  ...(venue !== undefined && values.venue === "" && { venue }),
});

/**
 * Returns a list of category or tag ids and names for the API. The API would read some names as ids or as
 * encoded text. These names are marked with `termName`.
 */
const toTermList = (
  sent: KnownEventFields["categories"],
  ids: readonly number[],
): readonly (number | string | ReturnType<typeof termName>)[] => {
  const names = new Set(Array.isArray(sent) ? sent.map(String) : []);
  const isPlain = (name: string): boolean =>
    name.split(",").some((part) => !/^[\s\d.+eE-]*$/.test(part)) && !name.includes("%");
  return [...new Set(ids), ...[...names].map((name) => (isPlain(name) ? name : termName(name)))];
};

type Fallback = (values: KnownEventFields, problem: Problem) => ReducedValues | undefined;

/**
 * Returns the data of a venue or organizer reduced to its name. Returns `undefined` if the data has no other
 * members.
 */
const onlyName = (data: unknown, name: "venue" | "organizer"): object | undefined =>
  typeof data === "object" && data !== null && name in data && Object.keys(data).length > 1
    ? { [name]: (data as Readonly<Record<string, unknown>>)[name] }
    : undefined;

/** Returns the sentence for the report about a value that the API refused. */
export const omissionNote = (name: string, { reason, text }: Problem): string =>
  `${name} was not imported, or only in part: ${text ?? `${reason.replaceAll("-", " ")}.`}`;

const without =
  (name: string): Fallback =>
  (sent, problem) => {
    if (!Object.hasOwn(sent, name)) return undefined;
    const values = Object.fromEntries(Object.entries(sent).filter(([member]) => member !== name));
    return { values, text: omissionNote(name, problem) };
  };

/** Values that every event needs. If the API refuses one of them, the event is not imported. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  "title",
  "start_date",
  "end_date",
  "all_day",
  "timezone",
  "status",
  "dry_run",
]);

/** Functions that reduce a refused value. Other refused values are left out completely. */
const FALLBACKS: Readonly<Record<string, Fallback>> = {
  venue: (values, problem) => {
    const venue = onlyName(values.venue, "venue");
    return venue === undefined
      ? without("venue")(values, problem)
      : { values: { ...values, venue }, text: omissionNote("venue", problem) };
  },
  organizer: (values, problem) => {
    const all = Array.isArray(values.organizer) ? values.organizer : [];
    const names = all.map((data) => onlyName(data, "organizer") ?? data);
    return all.some((data, index) => names[index] !== data)
      ? { values: { ...values, organizer: names }, text: omissionNote("organizer", problem) }
      : without("organizer")(values, problem);
  },
  recurrence: withReducedRecurrence,
};

/** True for fields of this plugin. They identify the event and cannot be left out. */
const isPluginField = (name: string): boolean => name.startsWith("ical_");

/** Maximum number of times that an event is written again, each time with fewer of the refused values. */
const MAX_TRIES = 40;

/**
 * Writes an event. If the API refuses some values, writes it again without them. Rejects if the event cannot
 * be written without a refused value. `note` receives a sentence about each value that was left out or
 * reduced.
 */
export const writeWithout = async <T>(
  sent: KnownEventFields,
  write: (values: KnownEventFields) => Promise<T>,
  note: (text: string) => void,
): Promise<T> => {
  let values = sent;
  for (let tries = 1; ; tries += 1)
    try {
      return await write(values);
    } catch (error) {
      const problems = isCalendarError(error) ? Object.entries(error.details.problems ?? {}) : [];
      const texts: string[] = [];
      let next: KnownEventFields | undefined =
        tries > MAX_TRIES || problems.length === 0 ? undefined : values;
      for (const [name, problem] of problems) {
        const isFixed = ESSENTIAL.has(name) || isPluginField(name);
        const reduced = isFixed ? undefined : next && (FALLBACKS[name] ?? without(name))(next, problem);
        next = reduced?.values;
        if (reduced?.text !== undefined) texts.push(reduced.text);
      }
      if (next === undefined) throw error;
      for (const text of texts) note(text);
      values = next;
    }
};

/**
 * Runs the write and returns true. Returns false if the API refuses the write because the exceptions exclude
 * all dates of the event.
 */
export const unlessExcepted = async (write: () => Promise<void>): Promise<boolean> => {
  try {
    await write();
    return true;
  } catch (error) {
    if (isCalendarError(error) && error.details.problems?.recurrence?.reason === "recurrence-excepted")
      return false;
    throw error;
  }
};
