import { Readable } from "node:stream";
import { runCommandLine } from "kalends/internals";
import { NAMESPACE, type StartedCalendar, startCalendar } from "../start-calendar.ts";

/** Time of the calendar's clock. All events are in the two years after it. */
const NOW = Date.UTC(2026, 10, 20);
/**
 * Folder with list pages of a thousand events. If the environment variable is not set, the test generates
 * events.
 */
const { KALENDS_TEST_SITE } = process.env;

const at = (start: string, end: string, timezone: string) => ({
  start_date: start,
  end_date: end,
  timezone,
});

/** Single events whose times are easy to misread. */
const SINGLES: readonly object[] = [
  {
    title: "Rome, the day of the change",
    ...at("2027-03-28 01:30:00", "2027-03-28 03:30:00", "Europe/Rome"),
  },
  {
    title: "Los Angeles at night",
    ...at("2027-11-06 23:00:00", "2027-11-07 03:00:00", "America/Los_Angeles"),
  },
  { title: "Kolkata", ...at("2027-05-01 10:00:00", "2027-05-01 12:15:00", "Asia/Kolkata") },
  { title: "Lord Howe", ...at("2027-10-03 03:00:00", "2027-10-03 04:00:00", "Australia/Lord_Howe") },
  { title: "Apia", ...at("2027-05-01 10:00:00", "2027-05-01 12:00:00", "Pacific/Apia") },
  { title: "Greenwich", ...at("2027-05-01 10:00:00", "2027-05-01 12:00:00", "UTC") },
  { title: "By the offset", ...at("2027-05-01 10:00:00", "2027-05-01 12:00:00", "UTC+5:30") },
  { title: "All of a day", ...at("2027-05-02", "2027-05-02", "Europe/Rome"), all_day: true },
  { title: "Four days", ...at("2027-03-26", "2027-03-29", "Europe/Rome"), all_day: true },
  { title: "Wine, cheese; \\ and more", ...at("2027-05-03 10:00:00", "2027-05-05 12:00:00", "Europe/Rome") },
  {
    title: "Ein sehr langer Name für ein Fest, über 75 Bytes: Ελλάς 日本語 😀 und noch etwas",
    ...at("2027-05-03 10:00:00", "2027-05-03 11:00:00", "Europe/Rome"),
  },
];

const EVENING = at("2027-03-02 19:00:00", "2027-03-02 21:30:00", "Europe/Rome");

/** Series that end within the two years. */
const SERIES: readonly object[] = [
  { title: "Tuesdays", ...EVENING, recurrence: { rules: ["FREQ=WEEKLY;BYDAY=TU;COUNT=40"] } },
  {
    title: "Last Fridays",
    ...at("2027-03-26 19:00:00", "2027-03-26 21:30:00", "Europe/Rome"),
    recurrence: { rules: ["FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20280301T180000Z"] },
  },
  {
    title: "Days with gaps",
    ...EVENING,
    recurrence: {
      rules: ["FREQ=DAILY;INTERVAL=2;COUNT=12"],
      dates: ["2027-04-10 15:00:00", "2027-04-12 15:00:00"],
      except: ["2027-03-04 19:00:00", "2027-03-06 19:00:00"],
    },
  },
  {
    title: "Whole days",
    ...at("2027-03-02", "2027-03-03", "Europe/Rome"),
    all_day: true,
    recurrence: { rules: ["FREQ=WEEKLY;COUNT=5"], except: ["2027-03-09"] },
  },
  {
    title: "Months in New York",
    ...at("2027-01-31 20:00:00", "2027-01-31 23:00:00", "America/New_York"),
    recurrence: { rules: ["FREQ=MONTHLY;COUNT=6"] },
  },
];

/** Changes to occurrences of the first series, by the number of the occurrence. */
const CHANGES: Readonly<Record<number, object>> = {
  1: { start_date: "2027-03-09 20:15:00", end_date: "2027-03-09 22:00:00" },
  2: { title: "A Tuesday of its own" },
  4: { start_date: "2027-04-01 18:00:00", end_date: "2027-04-01 19:00:00", title: "On a Thursday" },
};
const TRASHED = 6;

/** Event in the form in which lists return it. */
export interface ListedEvent {
  readonly id: number;
  readonly title: string;
  readonly all_day: boolean;
  readonly start_date: string;
  readonly end_date: string;
  readonly utc_start_date: string;
  readonly utc_end_date: string;
  readonly timezone: string;
  readonly is_recurring: boolean;
}

/**
 * Calendar with a thousand events, and a small one that is used for slow programs. Some programs parse the
 * time zones of a feed again for each event.
 */
export interface BusySites {
  readonly feeds: readonly string[];
  /** All events in the lists, including occurrences. */
  readonly listed: readonly ListedEvent[];
  /** Number of components in the feeds: series, single events and changed occurrences. */
  readonly components: number;
  close(): Promise<void>;
}

export const startBusySites = async (): Promise<BusySites> => {
  const clock = { now: () => NOW };
  const [busy, small] = [await startCalendar("sqlite", { clock }), await startCalendar("sqlite", { clock })];
  const close = async (): Promise<void> => {
    await busy.close();
    await small.close();
  };
  try {
    await fillBusy(busy);
    await fillSmall(small);
    const listed = [...(await readAll(busy)), ...(await readAll(small))];
    const single = listed.filter(({ is_recurring }) => !is_recurring).length;
    return {
      feeds: [busy, small].map(({ origin }) => `${origin}${NAMESPACE}/events.ics`),
      listed,
      components: single + SERIES.length + Object.keys(CHANGES).length,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const fillBusy = async ({ storage }: StartedCalendar): Promise<void> => {
  const command =
    KALENDS_TEST_SITE === undefined
      ? ["seed", "--events", "1000", "--from", "2026-11-21"]
      : ["import", "--no-images", KALENDS_TEST_SITE];
  const code = await runCommandLine(command, {
    env: { KALENDS_STORAGE: storage, KALENDS_LOG_LEVEL: "silent" },
    stdin: Readable.from([]),
    stdout: { write: () => true },
    stderr: process.stderr,
    untilStopped: async () => {},
  });
  if (code !== 0) throw new Error("The storage cannot be filled.");
};

const fillSmall = async ({ get, write }: StartedCalendar): Promise<void> => {
  for (const event of SINGLES) await write("POST", "/events", event);
  const [first] = await Promise.all(SERIES.map((event) => write("POST", "/events", event)));
  const { body } = await get(`/events?series=${first.id}&per_page=10`);
  for (const [place, change] of Object.entries(CHANGES))
    await write("PATCH", `/events/${body.events[place].id}`, change);
  await write("DELETE", `/events/${body.events[TRASHED].id}`, {});
};

const readAll = async ({ get }: StartedCalendar): Promise<readonly ListedEvent[]> => {
  const all: ListedEvent[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = `start_date=2020-01-01&end_date=2030-01-01&per_page=50&page=${page}`;
    const { body } = await get(`/events?${query}`);
    pages = body.total_pages;
    all.push(...body.events);
  }
  return all;
};
