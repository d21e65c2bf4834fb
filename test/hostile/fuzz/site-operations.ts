import type { FuzzedOperation, FuzzedParameter } from "./operations.ts";

const query = (name: string, ...accepted: readonly unknown[]): FuzzedParameter => ({
  name,
  place: "query",
  accepted,
});

const FILTERS: readonly FuzzedParameter[] = [
  query("search", "night", "qzx"),
  query("categories", "category-1"),
  query("tags", "tag-1"),
  query("venue"),
  query("organizer"),
  query("featured", "true"),
  query("page", 1, 2),
  query("past", 1),
];

/** Parameters with which page URLs of The Events Calendar return feeds. */
const LEGACY: readonly FuzzedParameter[] = [
  query("ical", 1),
  query("outlook-ical", 1),
  query("post_type", "tribe_events"),
  query("p"),
  query("eventDisplay", "list", "month", "week", "day", "past"),
  query("tribe-bar-date", "2031-05-16"),
  query("tribe-bar-search", "qzx"),
  query("tribe_events_cat", "category-1"),
  query("tag", "tag-1"),
];

const VIEWS = ["//events/", "//events/list/", "//events/month/2031-05/", "//events/day/2031-05-16/"];

const PAGES: readonly (readonly [path: string, parameters: readonly FuzzedParameter[]])[] = [
  ...VIEWS.map((path) => [path, FILTERS] as const),
  ["//events/week/2031-05-12/", FILTERS],
  ["//fr/events/list/", FILTERS],
  ["//", LEGACY],
  ["//events/", LEGACY],
  ["//event/{slug}/", [query("ical", 1)]],
  ["//venue/{slug}/", [query("ical", 1)]],
  ["//organizer/{slug}/", [query("ical", 1)]],
  ["//events/category/{slug}/", [query("ical", 1)]],
  ["//events/tag/{slug}/", [query("ical", 1)]],
  ["//events/submit/", []],
  ["//sitemap.xml", [query("page", 1)]],
  ["//robots.txt", []],
  ["//docs", []],
  ["//docs/fr", []],
  ["//healthz", []],
  ["//readyz", []],
  ["//metrics", []],
  ["//wp-json", []],
  ["//wp-json/kalends-calendar.js", []],
  ["//wp-json/media/{slug}", []],
];

const FIELDS = [
  ...["token", "title", "description", "start_date", "start_time", "end_date", "end_time", "all_day"],
  ...["venue", "organizer", "cost", "website", "sender", "mail", "image"],
];

/**
 * Returns operations outside the API, such as web pages, which no document describes. `token` is the token of
 * the form on the web site.
 */
export const siteOperations = (token: string): readonly FuzzedOperation[] => [
  ...PAGES.map(([path, parameters]) => ({
    method: "GET",
    path,
    parameters: [
      ...parameters,
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
        name,
        place: "path" as const,
        accepted: [],
      })),
    ],
    body: {},
    mediaTypes: [],
  })),
  {
    method: "POST",
    path: "//events/submit/",
    parameters: FIELDS.map((name) => ({ name, place: "body", accepted: [] })),
    body: { token, title: "Proposal", start_date: "2031-05-16", sender: "Ann", mail: "ann@site.invalid" },
    mediaTypes: ["multipart/form-data"],
  },
];
