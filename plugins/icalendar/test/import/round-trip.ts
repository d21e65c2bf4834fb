import { expect } from "chai";
import fc from "fast-check";
import { linesOf } from "../a-view.ts";
import { anEvent } from "./random-events.ts";
import { type Json, type Started, startImport } from "./start-import.ts";

/** Properties that differ in each calendar: times of the record and addresses. */
const ALSO_DIFFERENT = /^(?:DTSTAMP|LAST-MODIFIED|CREATED|URL|SOURCE)[:;]/;

/** Returns the lines of a feed by event. Values that must differ between two calendars are left out. */
export const comparable = (feed: string): readonly string[] => {
  const components: string[] = [];
  let component: string[] | undefined;
  for (const line of linesOf(feed)) {
    if (line === "BEGIN:VEVENT") component = [];
    else if (line === "END:VEVENT") components.push((component ?? []).join("\n"));
    else if (!ALSO_DIFFERENT.test(line)) component?.push(line.replace(/;X-ID=\d+/, ""));
  }
  return components.toSorted();
};

/**
 * Members that must differ between two calendars, or that depend on such members. For example, a trashed
 * occurrence is imported as an exception.
 */
const OWN =
  /^(?:id|series_id|slug|url|rest_url|global_id.*|json_ld|modified.*|date|date_utc|author|image|count|next_occurrence|_links|urls|term_taxonomy_id|parent|except|text)$/;

const withoutOwn = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutOwn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (OWN.test(name) ? [] : [[name, withoutOwn(member)]])),
  );
};

export const shownOf = async (started: Started): Promise<readonly string[]> =>
  (await started.events()).map((event) => JSON.stringify(withoutOwn(event))).toSorted();

/** Compares two lists. On failure, the message shows only the differences. */
const demandSame = (found: readonly string[], wanted: readonly string[]): void => {
  const [known, expected] = [new Set(wanted), new Set(found)];
  expect(
    found
      .filter((each) => !known.has(each))
      .slice(0, 2)
      .join("\n\n"),
  ).to.equal(
    wanted
      .filter((each) => !expected.has(each))
      .slice(0, 2)
      .join("\n\n"),
  );
  expect(found.length).to.equal(wanted.length);
};

/** Both calendars have the same base URL, because events contain URLs of their pages. */
const AT = { baseUrl: "https://calendar.example" };

/**
 * Creates random events in one calendar and imports them into another one. Checks that each event arrives
 * exactly once and unchanged.
 */
export const proveRoundTrip = async (store: string, seed: number, count: number): Promise<void> => {
  const [here, elsewhere] = [await startImport(store, AT), await startImport(store, AT)];
  try {
    for (const values of fc.sample(anEvent, { seed, numRuns: count })) {
      const { id, recurrence } = await here.write("POST", "/events", values);
      if (recurrence !== undefined) await change(here, id);
    }
    const feed = await here.feed();
    const { body } = await elsewhere.importText(feed);
    expect(body.failed + body.skipped, JSON.stringify(body.components)).to.equal(0);
    demandSame(comparable(await elsewhere.feed()), comparable(feed));
    demandSame(await shownOf(elsewhere), await shownOf(here));
    for (const calendar of [elsewhere, here]) {
      const again = (await calendar.importText(feed, "?own=update")).body;
      expect([again.unchanged, again.components], "taken over once more").to.deep.equal([body.added, []]);
    }
  } finally {
    await here.close();
    await elsewhere.close();
  }
};

/** Changes one occurrence of a series, removes one, cancels one and makes one all-day. */
const change = async (started: Started, id: number): Promise<void> => {
  const { events } = await started.write(
    "GET",
    `/events/${id}/occurrences?start_date=2031-01-01&end_date=2040-01-01`,
  );
  const [, second, third, fourth, fifth] = events.map(({ recurrence }: Json) =>
    recurrence.recurrence_id.replace(" ", "T"),
  );
  const path = `/events/${id}/occurrences`;
  if (second !== undefined)
    await started.write("PATCH", `${path}/${second}`, {
      title: "Another; one",
      venue: { venue: "Elsewhere" },
    });
  if (third !== undefined) await started.write("DELETE", `${path}/${third}`);
  if (fourth !== undefined) await started.write("PATCH", `${path}/${fourth}`, { event_status: "cancelled" });
  if (fifth === undefined) return;
  const day = fifth.slice(0, 10);
  const allDay = { start_date: day, end_date: day, all_day: true };
  await started.write("PATCH", `${path}/${fifth}`, { ...allDay, event_status: "rescheduled" });
};
