import { createSourceRecord, type FoundRecord, type FoundSeries, type Source } from "@kalends/import";

const DATES = {
  date: "2030-01-01 10:00:00",
  date_utc: "2030-01-01 10:00:00",
  modified: "2030-01-01 10:00:00",
  modified_utc: "2030-01-01 10:00:00",
};

/** Returns a venue in the form in which an event of the source contains it. */
export const foundVenue = (id: number): Readonly<Record<string, unknown>> => ({
  ...{ id, venue: "Pier Nine", global_id: `old.example?id=${id}`, slug: `pier-${id}` },
  ...{ author: "1", status: "publish", ...DATES },
});

/** Returns an event on this day, by default from 19:00 to 21:00 UTC. */
export const foundEvent = (
  id: number,
  date: string,
  { time = "19:00:00", ...members }: Readonly<Record<string, unknown>> & { readonly time?: string } = {},
): FoundRecord => {
  const start = `${date} ${time}`;
  const end = new Date(Date.parse(`${start.replace(" ", "T")}Z`) + 2 * 3_600_000).toISOString();
  const endText = `${end.slice(0, 10)} ${end.slice(11, 19)}`;
  return {
    place: `record ${id}`,
    record: createSourceRecord({
      id,
      global_id: `old.example?id=${id}`,
      author: "1",
      status: "publish",
      slug: `quay-concert-${id}`,
      url: `https://old.example/event/quay-concert-${id}/`,
      title: "Quay concert",
      description: "",
      excerpt: "",
      ...DATES,
      timezone: "UTC",
      timezone_abbr: "UTC",
      all_day: false,
      start_date: start,
      end_date: endText,
      utc_start_date: start,
      utc_end_date: endText,
      venue: foundVenue(7),
      ...members,
    }),
  };
};

/** Creates a source that yields the events in batches of three. */
export const sourceOf = (events: readonly FoundRecord[], onStored: () => void = () => undefined): Source => ({
  site: "old.example",
  async *read(list) {
    if (list !== "events") return;
    for (let from = 0; from < events.length; from += 3)
      yield { records: events.slice(from, from + 3), stored: async () => onStored() };
  },
});

/** Reads all events of a source. */
export const eventsOf = async (source: Source): Promise<readonly FoundRecord[]> => {
  const all: FoundRecord[] = [];
  for await (const { records, stored } of source.read("events")) {
    all.push(...records);
    await stored?.(0);
  }
  return all;
};

/** Returns the recurrence in the record of a found series. */
export const recurrenceOf = ({ found }: FoundSeries): unknown => JSON.parse(found.record.json()).recurrence;
