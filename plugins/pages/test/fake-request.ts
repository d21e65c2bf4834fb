import type { PluginDeps, Presenter, WebsiteRequest } from "@kalends/core/plugin";

export const SITE = "https://calendar.example";

/** Fake presenter that returns simple URLs and texts. */
export const FAKE_PRESENTER: Presenter = {
  site: SITE,
  namespace: `${SITE}/wp-json/tribe/events/v1`,
  language: "en",
  eventUrl: ({ slug }) => `${SITE}/event/${slug}/`,
  venueUrl: ({ slug }) => `${SITE}/venue/${slug}/`,
  organizerUrl: ({ slug }) => `${SITE}/organizer/${slug}/`,
  termUrl: ({ term }) => `${SITE}/${term.taxonomy}/${term.slug}/`,
  imageUrl: ({ url }) => new URL(url, `${SITE}/wp-json/media/`).href,
  title: (text) => text,
  termName: (name) => name,
  html: (text) => text,
  cost: ({ values }) => values.join(", "),
  recurrence: () => "",
  structured: () => ({}),
};

/** Returns a GET request of an anonymous visitor. `address` is a path with an optional query string. */
export const fakeRequest = (address: string, more: Partial<WebsiteRequest> = {}): WebsiteRequest => {
  const { pathname, searchParams } = new URL(address, SITE);
  const query = new Map<string, readonly string[]>();
  for (const name of new Set(searchParams.keys())) query.set(name, searchParams.getAll(name));
  return {
    method: "GET",
    path: pathname,
    query,
    page: undefined,
    locale: undefined,
    home: SITE,
    headers: {},
    address: "127.0.0.1",
    isGone: () => false,
    form: () => Promise.reject(new Error("no form")),
    present: FAKE_PRESENTER,
    ...more,
  };
};

/** Returns the plugin dependencies that pages use. `api` is the calendar API with the rights of visitors. */
export const fakeDeps = (api: object = {}, site: Partial<PluginDeps["site"]> = {}): PluginDeps =>
  ({
    clock: { now: () => Date.UTC(2031, 4, 6, 10) },
    site: {
      timezone: "Europe/Rome",
      dayCutoff: "00:00",
      displayZone: "event",
      decimalMark: ".",
      perPage: 10,
      maxPerPage: 200,
      recurrenceHorizon: 24,
      language: "en",
      locales: [],
      restRoot: "/wp-json",
      vendor: "tribe",
      ...site,
    },
    calendar: { as: () => ({ fetch: async () => new Response("", { status: 404 }), ...api }) },
    collection: () => ({ get: async () => undefined }),
    shownFields: () => [],
    toText: (text: string) => text.replace(/<[^>]*>/g, " ").trim(),
  }) as unknown as PluginDeps;
