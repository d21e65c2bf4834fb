import type { Page, Route } from "playwright-core";

/** URL of the mocked calendar. All its responses come from mocks, so no request leaves the browser. */
export const MADE_UP = "http://calendar.test/wp-json/tribe/events/v1";

export const anEvent = (members: object = {}): object => ({
  id: 1,
  title: "Concert",
  url: "http://calendar.test/event/concert/",
  start_date: "2031-03-12 19:00:00",
  end_date: "2031-03-12 21:00:00",
  utc_start_date: "2031-03-12 23:00:00",
  utc_end_date: "2031-03-13 01:00:00",
  timezone: "America/New_York",
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
  ...members,
});

export interface MockedResponse {
  readonly status?: number;
  /** Body of the response. If it is set, `events` is not used. */
  readonly body?: string;
  readonly events?: readonly object[];
}

/**
 * Replaces the responses of the calendar by those of `answer`. If it returns `undefined`, the request fails
 * as if the calendar was unreachable.
 */
export const mockResponses =
  (answer: (url: URL, route: Route) => Promise<MockedResponse | undefined> | MockedResponse | undefined) =>
  (page: Page): Promise<unknown> =>
    page.route(`${MADE_UP}/**`, async (route) => {
      const url = new URL(route.request().url());
      const made = url.pathname.endsWith("/events") ? await answer(url, route) : { body: "{}" };
      if (made === undefined) return route.abort();
      const { status = 200, events = [], body } = made;
      await route
        .fulfill({
          status,
          headers: { "access-control-allow-origin": "*", "content-type": "application/json" },
          body: body ?? JSON.stringify({ events, total: events.length, total_pages: 1 }),
        })
        // Fails if the page has aborted the request in the meantime.
        .catch(() => undefined);
    });
