import { ROLE_CAPABILITIES } from "@kalends/core";
import type { CalendarApi, PluginDeps } from "@kalends/core/interface";
import { expect } from "chai";
import { type Calendar, createCalendar, isCalendarError, type TransactionApi } from "kalends";
import { aPicture } from "../http/pictures.ts";
import { firstStore } from "../stores.ts";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";
import { AN_EVENT, CLOCK } from "./host-server.ts";

const EDITOR = { id: 1, roles: ["editor"] } as const;
const CAPABILITIES = ROLE_CAPABILITIES.editor;

const RECORDS = ["create", "get", "list", "putByExternalId", "remove", "stream", "update"];
const FUNCTIONS = [
  ...["venues", "organizers", "categories", "tags"].flatMap((kind) =>
    [...RECORDS, "merge"].map((name) => `${kind}.${name}`),
  ),
  ...[...RECORDS, "feed", "occurrences"].map((name) => `events.${name}`),
  ...["create", "fetch", "get", "list", "remove", "replace", "update", "usage"].map(
    (name) => `images.${name}`,
  ),
  "fetch",
];
/** Functions that have effects outside the transaction or run outside of it. */
const OUTSIDE = [
  ...["create", "fetch", "remove", "replace", "update", "usage"].map((name) => `images.${name}`),
  "fetch",
];

/** Returns the functions of an API, by path. */
const functionsOf = (api: object, path = ""): readonly string[] =>
  Object.entries(api).flatMap(([name, value]) =>
    typeof value === "function" ? [path + name] : functionsOf(value, `${path}${name}.`),
  );

const all = async <T>(values: AsyncIterable<T>): Promise<readonly T[]> => {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
};

/** Calls that also work in a transaction. `author` is sent, because plugins have no user id. */
const CALLS: readonly ((api: TransactionApi) => Promise<unknown>)[] = [
  ({ venues }) => venues.create({ venue: "Mill", author: 1 }),
  ({ organizers }) => organizers.create({ organizer: "Ann", author: 1 }),
  ({ categories }) => categories.create({ name: "Music" }),
  ({ tags }) => tags.create({ name: "New" }),
  ({ events }) =>
    events.create({ ...AN_EVENT, author: 1, categories: ["Music"], venue: 1, end_date: "never" }),
  ({ events }) => events.create({ ...AN_EVENT, author: 1, categories: ["Music"], venue: 1 }),
  ({ events }) =>
    events.create({ ...AN_EVENT, title: "Daily", author: 1, recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } }),
  ({ events }) => events.create({ ...AN_EVENT, end_date: "2031-04-01" }, { strict: true }),
  ({ events }) => events.get("spring-fair"),
  ({ events }) => events.get(99),
  ({ events }) => events.list({ end_date: "2031-12-31" }),
  ({ events }) => events.list({ start_date: "someday" }),
  ({ events }) => all(events.stream({ search: "daily" })),
  ({ events }) => all(events.stream({ start_date: "someday" })),
  async ({ events }) => all(await events.feed({ categories: "music" }, { expands: true })),
  ({ events }) => events.update("spring-fair", { title: "Fair" }),
  ({ events }) => events.occurrences("daily").list(),
  ({ events }) => events.occurrences("daily").get("2031-05-02 10:00:00"),
  ({ events }) => events.occurrences("daily").update("2031-05-02 10:00:00", { title: "Second" }),
  ({ events }) => events.occurrences("daily").remove("2031-05-03 10:00:00"),
  ({ events }) => events.occurrences("daily").get("2031-06-03 10:00:00"),
  ({ events }) => events.remove("spring-fair"),
  ({ venues }) => venues.get(1),
  ({ venues }) => venues.update(1, { city: "Graz" }),
  ({ venues }) => all(venues.stream()),
  ({ organizers }) => organizers.list({ search: "ann" }),
  ({ organizers }) => all(organizers.stream({}, { after: 2 })),
  ({ categories }) => all(categories.stream()),
  ({ categories }) => categories.update(1, { name: "Jazz" }),
  ({ tags }) => all(tags.stream()),
  ({ tags }) => tags.remove(2),
  ({ tags }) => tags.get(2),
  ({ images }) => images.list(),
  ({ images }) => images.get(1),
];

/** Calls that make a transaction fail. */
const ALONE: typeof CALLS = [
  ({ venues }) => venues.update(1, { city: "Linz" }, { ifMatch: 99 }),
  ({ venues }) => venues.remove(1, { dry_run: true }),
  ({ venues }) => venues.remove(1),
];

const outcomeOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return JSON.parse(JSON.stringify(await call));
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return { code: error.code, message: error.message, details: error.details };
  }
};

const run = async (api: TransactionApi, calls = CALLS): Promise<readonly unknown[]> => {
  const outcomes: unknown[] = [];
  for (const call of calls) outcomes.push(await outcomeOf(call(api)));
  return outcomes;
};

for (const { name, open } of firstStore) {
  describe(`the calendar in process, on ${name}`, () => {
    /** Opens a new calendar. Calls `work` with it and with the dependencies of its plugin. */
    const onCalendar = async <T>(work: (calendar: Calendar, deps: PluginDeps) => Promise<T>): Promise<T> => {
      const store = await open();
      let deps: PluginDeps | undefined;
      const take = (given: PluginDeps) => {
        deps = given;
        return {};
      };
      const calendar = await createCalendar({
        ...{ storage: store, media: createMemoryBlobStore(), clock: CLOCK, scheduler: false },
        plugins: [{ name: "spy", rights: CAPABILITIES, setup: take }],
        identity: () => undefined,
      });
      try {
        if (deps === undefined) throw new Error("The plugin was given nothing.");
        return await work(calendar, deps);
      } finally {
        await calendar.close();
        await store.close();
      }
    };

    /**
     * The same API as seen by a host, by a plugin that acts as a user, and by a plugin that acts as itself.
     */
    const APIS: Readonly<Record<string, (calendar: Calendar, deps: PluginDeps) => CalendarApi>> = {
      "a host": ({ as }) => as(EDITOR),
      "a plugin as somebody": (_, { calendar }) =>
        calendar.as({ id: EDITOR.id, capabilities: new Set(CAPABILITIES) }),
      "a plugin": (_, { calendar }) => calendar.asPlugin(),
      "a task of a plugin": (_, { calendar }) => calendar.asPlugin("a task"),
    };

    it("has the same functions for hosts, plugins and transactions", async () => {
      await onCalendar(async (calendar, deps) => {
        for (const [who, apiOf] of Object.entries(APIS))
          expect(functionsOf(apiOf(calendar, deps)), who).to.have.members(FUNCTIONS);
        const inside = await calendar.transaction(async ({ as }) => functionsOf(as(EDITOR)));
        expect(inside).to.have.members(FUNCTIONS.filter((path) => !OUTSIDE.includes(path)));
        expect(Object.keys(calendar.as().events.occurrences(1))).to.have.members([
          ...["get", "list", "remove", "update"],
        ]);
      });
    });

    it("gives the same results to hosts, plugins and transactions", async () => {
      const calls = [...CALLS, ...ALONE];
      const expected = await onCalendar(({ as }) => run(as(EDITOR), calls));
      for (const [who, apiOf] of Object.entries(APIS))
        expect(await onCalendar((...given) => run(apiOf(...given), calls)), who).to.deep.equal(expected);
      const inside = await onCalendar(({ transaction }) => transaction(({ as }) => run(as(EDITOR))));
      for (const [index, outcome] of inside.entries())
        expect(outcome, String(CALLS[index])).to.deep.equal(expected[index]);
    });

    it("gives the same images and responses to hosts and plugins", async () => {
      const use = async ({ images, fetch }: CalendarApi): Promise<readonly unknown[]> => {
        const { id } = await images.create({ name: "mill.png", bytes: await aPicture() });
        const seen = [
          await outcomeOf(images.get(id)),
          await outcomeOf(images.fetch("http://127.0.0.1/a.png")),
          (await images.list()).total,
        ];
        for (const address of ["/images", "http://localhost/wp-json/tribe/events/v1/images/99", "/nothing"]) {
          const response = await fetch(address);
          seen.push([response.status, await response.json()]);
        }
        const request = new Request("http://localhost/wp-json/tribe/events/v1/tags", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ name: "Sent" }),
        });
        const created = await fetch(request);
        seen.push([created.status, await created.json()], await outcomeOf(images.remove(id)));
        // File names are random, and the author is the user who uploaded the image.
        return JSON.parse(
          JSON.stringify(seen)
            .replaceAll(/-[\da-f]{16}\b/g, "")
            .replaceAll(/,"hostAuthorId":1\b/g, "")
            .replaceAll(/"author":"?\d"?/g, '"author":0'),
        );
      };
      const expected = await onCalendar(({ as }) => use(as(EDITOR)));
      for (const [who, apiOf] of Object.entries(APIS))
        expect(await onCalendar((...given) => use(apiOf(...given))), who).to.deep.equal(expected);
    });
  });
}
