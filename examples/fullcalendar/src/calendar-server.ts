import { createServer } from "node:http";
import { type Calendar, createCalendar } from "kalends";
import { listen, type PageServer } from "./page-server.ts";

/** Month in which the example events take place. */
export const MONTH = "2031-05-01";

const EDITOR = { id: 1, roles: ["editor"] } as const;

/**
 * Creates the example events. They cover timed events, all-day events and a series with one moved and one
 * cancelled occurrence.
 */
const fill = async ({ as }: Calendar): Promise<void> => {
  const create = async (title: string, start: string, end: string, more: object = {}): Promise<number> => {
    const { event } = await as(EDITOR).events.create({
      ...{ title, start_date: start, end_date: end, status: "publish" },
      ...more,
    });
    return event.id;
  };
  await create("Fair", "2031-05-03 10:00:00", "2031-05-03 18:00:00");
  await create("Night of music & dance", "2031-05-10 21:00:00", "2031-05-11 03:00:00");
  await create("Call with Tokyo", "2031-05-13 00:30:00", "2031-05-13 01:30:00", { timezone: "Asia/Tokyo" });
  await create("Town holiday", "2031-05-16", "2031-05-16", { all_day: true });
  await create("Festival", "2031-05-22", "2031-05-27", { all_day: true });
  await create("Film", "2031-05-30 20:00:00", "2031-05-30 22:00:00", { timezone: "UTC" });
  const id = await create("Choir", "2031-04-22 19:00:00", "2031-04-22 21:00:00", {
    recurrence: { rules: ["FREQ=WEEKLY;BYDAY=TU"], except: ["2031-05-20 19:00:00"] },
  });
  const { items } = await as(EDITOR).events.list({
    series: [id],
    start_date: "2031-05-06",
    end_date: "2031-05-07",
  });
  const [second] = items;
  if (second === undefined) throw new Error("The choir has no sixth of May.");
  await as(EDITOR).events.update(second.event.id, {
    title: "Choir, in the open",
    start_date: "2031-05-08 18:00:00",
    end_date: "2031-05-08 19:00:00",
  });
};

/**
 * Starts a server for a calendar in memory, with example events and their iCalendar feed. Rejects if the
 * plugin @kalends/icalendar is not installed.
 */
export const serveCalendar = async (port: number): Promise<PageServer & { readonly namespace: string }> => {
  const calendar = await createCalendar({
    storage: "sqlite::memory:",
    timezone: "Europe/Rome",
    plugins: ["@kalends/icalendar"],
    identity: () => undefined,
    scheduler: false,
  });
  try {
    await fill(calendar);
    const { origin, close } = await listen(createServer(calendar.callback), port);
    return {
      origin,
      namespace: `${origin}/wp-json/tribe/events/v1`,
      async close() {
        await close();
        await calendar.close();
      },
    };
  } catch (error) {
    await calendar.close();
    throw error;
  }
};
