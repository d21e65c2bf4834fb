import type { CalendarClient, CopiedRecords } from "@kalends/client";

/** Records in the lists of a user, by kind and id. */
export type Listed = Readonly<Record<keyof typeof LISTS, ReadonlyMap<number, object>>>;

const LISTS = {
  events: { start_date: "1000-01-01", end_date: "9999-01-01" },
  venues: {},
  organizers: {},
  categories: { hide_empty: false },
  tags: { hide_empty: false },
} as const;

const NAMES = Object.keys(LISTS) as readonly (keyof typeof LISTS)[];

/** Maximum number of series that one request names. */
const INCLUDED = 100;

/**
 * Reads all pages of all lists with the widest date range. Series are included instead of their occurrences.
 * `ids` are ids of series that the lists may not contain.
 */
export const readLists = async (client: CalendarClient, ids: readonly number[] = []): Promise<Listed> => {
  const listed = await Promise.all(
    NAMES.map(async (name) => {
      const records = new Map<number, object>();
      const series = new Set<number>(ids);
      const read = async (query: object): Promise<void> => {
        const listing = client[name].list({ ...LISTS[name], ...query, per_page: 200 } as never);
        for await (const record of listing as AsyncIterable<CopiedRecords["event"]>) {
          if (record.recurrence?.recurrence_id === undefined) records.set(record.id, record);
          else series.add(record.recurrence.series_id);
        }
      };
      await read({});
      const include = name === "events" ? [...series] : [];
      for (let from = 0; from < include.length; from += INCLUDED)
        await read({ include: include.slice(from, from + INCLUDED) });
      return [name, records] as const;
    }),
  );
  return Object.fromEntries(listed) as unknown as Listed;
};

/** Records of a copy, whatever kind of copy it is. */
export type Copied = Readonly<Record<keyof typeof LISTS, ReadonlyMap<number, object>>>;

/** Returns the differences between a copy and the lists, as sentences. */
export const differences = (copy: Copied, listed: Listed): readonly string[] =>
  NAMES.flatMap((name) => {
    const copied: ReadonlyMap<number, object> = copy[name];
    const ids = [...new Set([...copied.keys(), ...listed[name].keys()])].toSorted(
      (one, other) => one - other,
    );
    return ids.flatMap((id) => {
      const [ours, theirs] = [copied.get(id), listed[name].get(id)].map((record) => JSON.stringify(record));
      if (ours === theirs) return [];
      if (ours === undefined) return [`${name}/${id} is missing`];
      if (theirs === undefined) return [`${name}/${id} should be gone: ${ours}`];
      return [`${name}/${id} is ${ours}, but should be ${theirs}`];
    });
  });
