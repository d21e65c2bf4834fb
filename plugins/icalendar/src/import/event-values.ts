import { isCalendarError, type KnownEventFields, type ReadableRepositories } from "@kalends/core/plugin";
import type { ImportDefaults } from "./import-deps.ts";

type Terms = Pick<ReadableRepositories, "terms">;

/** The values of an event with what all events of this import have. */
export const withDefaults = async (
  values: KnownEventFields,
  { categories = [], tags = [], venue }: ImportDefaults,
  repositories: Terms,
): Promise<KnownEventFields> => ({
  ...values,
  categories: await toPieces(values.categories, categories, "category", repositories),
  tags: await toPieces(values.tags, tags, "tag", repositories),
  ...(venue !== undefined && values.venue === "" && { venue }),
});

/** Names of digits would be taken for ids: they count where there is a term of that name. */
const toPieces = async (
  sent: KnownEventFields["categories"],
  ids: readonly number[],
  taxonomy: "category" | "tag",
  { terms }: Terms,
): Promise<readonly (number | string)[]> => {
  const names = Array.isArray(sent) ? sent.map(String) : [];
  const pieces: (number | string)[] = [...ids];
  for (const name of names) {
    const isText = name.split(",").some((part) => !/^[\s\d.+eE-]*$/.test(part)) && !name.includes("%");
    const [found] = isText ? [] : await terms.findByName(taxonomy, name);
    if (isText) pieces.push(name);
    else if (found !== undefined) pieces.push(found.id);
  }
  return [...new Set(pieces)];
};

type Fallback = (values: KnownEventFields) => KnownEventFields | undefined;

/** What is left of a list of linked data: the names. */
const nameAlone = (data: unknown, name: "venue" | "organizer"): object | undefined =>
  typeof data === "object" && data !== null && name in data && Object.keys(data).length > 1
    ? { [name]: (data as Readonly<Record<string, unknown>>)[name] }
    : undefined;

const without =
  (name: keyof KnownEventFields): Fallback =>
  ({ [name]: dropped, ...values }) =>
    dropped === undefined ? undefined : values;

/** What can be done without a value that is refused. */
const FALLBACKS: Readonly<Record<string, Fallback>> = {
  image: without("image"),
  website: without("website"),
  cost: without("cost"),
  previous_start_date: without("previous_start_date"),
  status_reason: without("status_reason"),
  excerpt: without("excerpt"),
  venue: (values) => {
    const venue = nameAlone(values.venue, "venue");
    return venue === undefined ? undefined : { ...values, venue };
  },
  organizer: (values) => {
    const all = Array.isArray(values.organizer) ? values.organizer : [];
    const names = all.map((data) => nameAlone(data, "organizer") ?? data);
    return all.some((data, index) => names[index] !== data) ? { ...values, organizer: names } : undefined;
  },
};

/** The first start is one of the dates where nothing else gives it: RFC 5545 wants no more (3.8.5.3). */
const withFirstStart: Fallback = (values) => {
  const { recurrence, start_date: start } = values;
  const dates = Array.isArray(recurrence?.dates) ? recurrence.dates : [];
  return start === undefined || dates.includes(start)
    ? undefined
    : { ...values, recurrence: { ...recurrence, dates: [...dates, start].sort() } };
};

/** Writes, and where one value is refused without which it can be done, without that. `note` is told what was left out. */
export const writeWithout = async <T>(
  sent: KnownEventFields,
  write: (values: KnownEventFields) => Promise<T>,
  note: (text: string) => void,
): Promise<T> => {
  let values = sent;
  for (;;)
    try {
      return await write(values);
    } catch (error) {
      const problems = isCalendarError(error) ? Object.entries(error.details.problems ?? {}) : [];
      let next: KnownEventFields | undefined = problems.length === 0 ? undefined : values;
      for (const [name, { reason }] of problems) {
        const fallback = reason === "first-start-misfit" ? withFirstStart : FALLBACKS[name];
        next = next && fallback?.(next);
        if (next !== undefined && reason !== "first-start-misfit")
          note(`${name} is left out, or a part of it: ${reason.replaceAll("-", " ")}.`);
      }
      if (next === undefined) throw error;
      values = next;
    }
};
