import { seedsOf } from "@kalends/storage-contract";
import { expect } from "chai";
import fc from "fast-check";
import { stores } from "../stores.ts";
import type { Sent } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const NAMES = [
  "title",
  "start_date",
  "end_date",
  "date",
  "date_utc",
  "author",
  "status",
  "timezone",
  "all_day",
  "cost",
  "website",
  "image",
  "slug",
  "categories",
  "tags",
  "venue",
  "organizer",
  "description",
  "excerpt",
  "featured",
  "show_map",
  "geo_lat",
  "geo_lng",
  "name",
  "parent",
  "page",
  "per_page",
  "search",
  "include",
  "exclude",
  "order",
  "orderby",
  "hide_empty",
  "event",
  "post",
  "post_parent",
  "has_events",
  "only_with_upcoming",
  "starts_after",
  "ends_before",
  "strict_dates",
  "geoloc",
  "geoloc_lat",
  "_fields",
  "id",
  "toString",
  "__proto__",
];

const PATHS = [
  "/events",
  "/events/1",
  "/events/by-slug/kept",
  "/venues",
  "/venues/2",
  "/organizers",
  "/organizers/by-slug/none",
  "/categories",
  "/categories/1",
  "/tags",
  "/tags/2",
  "",
  "/nothing",
];

const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    "0",
    0,
    -1,
    1,
    "1",
    "2",
    "1,2",
    true,
    null,
    "now",
    "tomorrow 9am",
    "2031-05-01",
    "2031-02-30 25:61",
    "9".repeat(30),
    2 ** 53,
    1e308,
    "UTC+99",
    "Europe/Rome",
    "publish",
    "trash",
    "$5 – 10€",
    "%",
    "%00",
    "\0",
    "\ud800",
    "-",
    '"',
    "''; DROP TABLE events; --",
    "<script>",
    "😀".repeat(300),
    "a".repeat(2_000),
    "constructor",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.double(),
  fc.integer(),
);

const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: "small", maxDepth: 4 }, scalar, tie("list"), tie("object")),
  list: fc.array(tie("any"), { maxLength: 4 }),
  object: fc.dictionary(
    fc.constantFrom(
      "venue",
      "organizer",
      "id",
      "$gt",
      "toString",
      "valueOf",
      "__proto__",
      "length",
      "0",
      "city",
    ),
    tie("any"),
    { maxKeys: 4 },
  ),
})).any;

const toForm = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, one]) => {
      const text = typeof one === "string" ? one : JSON.stringify(one);
      return `${name}=${encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "?"))}`;
    })
    .join("&");

for (const store of stores) {
  describe(`hostile requests on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store);
      const kept = { title: "Kept", start_date: "2031-05-01", end_date: "2031-05-02" };
      await calendar.post("/events", {
        as: "editor",
        json: { ...kept, venue: { venue: "Hall" }, tags: "a,b" },
      });
    });
    after(() => calendar.close());

    it("never make it fail, whatever they send wherever", async () => {
      for (const seed of seedsOf(20_310_310))
        await fc.assert(
          fc.asyncProperty(
            fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
            fc.constantFrom(...PATHS),
            fc.constantFrom("administrator", "contributor", undefined),
            fc.constantFrom("json", "form", "query"),
            fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 8 }),
            async (method, path, as, how, sent) => {
              const values = { title: "T", start_date: "2031-05-01", end_date: "2031-05-01", ...sent };
              const body: Sent =
                how === "json" ? { json: values } : how === "form" ? { form: toForm(values) } : {};
              const query = how === "query" ? `?${toForm(sent)}` : "";
              if (query.length > 8_000) return;
              const answer = await calendar.send(method, path + query, { ...(as && { as }), ...body });
              expect(answer.status, answer.text).to.be.lessThan(500);
              if (answer.status >= 400 && method !== "HEAD") {
                expect(answer.body.data.status).to.equal(answer.status);
                expect(answer.body.code).to.be.a("string");
              }
            },
          ),
          { numRuns: Number(process.env.KALENDS_TEST_RUNS ?? 200), seed },
        );
      expect((await calendar.get("/events?include=2")).status).to.equal(200);
    });
  });
}
