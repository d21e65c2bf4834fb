import { Calendar, type EventInput, type EventSourceInput } from "@fullcalendar/core";
import dayGrid from "@fullcalendar/daygrid";
import iCalendar from "@fullcalendar/icalendar";

/** Members of an event in API responses that this web page uses. */
interface ListedEvent {
  readonly title: string;
  readonly url: string;
  readonly all_day: boolean;
  /** Time in the time zone of the event, as `YYYY-MM-DD hh:mm:ss`. */
  readonly start_date: string;
  readonly end_date: string;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Converts HTML to plain text. The parsed HTML is not part of the web page, so it loads no resources and runs
 * no scripts.
 */
const toText = (html: string): string =>
  new DOMParser().parseFromString(html, "text/html").documentElement.textContent ?? "";

/**
 * Returns the day after the date. FullCalendar expects this exclusive end for all-day events, but the API
 * returns the last day.
 */
const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + DAY).toISOString().slice(0, 10);

const toInput = ({
  title,
  url,
  all_day: allDay,
  start_date: start,
  end_date: end,
}: ListedEvent): EventInput => ({
  title: toText(title),
  url,
  allDay,
  start: allDay ? start.slice(0, 10) : start.replace(" ", "T"),
  end: allDay ? dayAfter(end) : end.replace(" ", "T"),
});

/** Creates an event source that loads the events of the visible days from the JSON API, page by page. */
const fromJson =
  (namespace: string): EventSourceInput =>
  async ({ startStr, endStr }: { readonly startStr: string; readonly endStr: string }) => {
    const events: EventInput[] = [];
    const query = new URLSearchParams({
      start_date: startStr.slice(0, 10),
      end_date: endStr.slice(0, 10),
      per_page: "50",
    });
    let next: string | undefined = `${namespace}/events?${query}`;
    while (next !== undefined) {
      const page: { readonly events: readonly ListedEvent[]; readonly next_rest_url?: string } = await (
        await fetch(next)
      ).json();
      events.push(...page.events.map(toInput));
      next = page.next_rest_url;
    }
    return events;
  };

/** Shows a month of events in the element. Times are shown in the time zone of each event. */
const show = (id: string, month: string, source: EventSourceInput): void => {
  const element = document.getElementById(id);
  if (element === null) return;
  new Calendar(element, {
    plugins: [dayGrid, iCalendar],
    initialView: "dayGridMonth",
    initialDate: month,
    timeZone: "UTC",
    eventSources: [source],
    loading: (isLoading) => {
      element.dataset.state = isLoading ? "loading" : "ready";
    },
  }).render();
};

const { namespace = "", month = "" } = document.body.dataset;
show("feed", month, { url: `${namespace}/events.ics`, format: "ics" });
show("json", month, fromJson(namespace));
