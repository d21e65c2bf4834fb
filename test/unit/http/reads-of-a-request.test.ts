import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger, Repositories } from "@kalends/core";
import { createPostStatuses } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { createHttpApp, createHttpMiddleware, createInterface } from "@kalends/http";
import { anEvent, anImage, anOrganizer, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { ADMIN } from "../actors.ts";
import { openCalendar, type TestCalendar } from "../events/calendar.ts";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { SETTINGS } from "./fake-app.ts";

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const REPOSITORIES = ["events", "venues", "organizers", "terms", "images"] as const;

/** Records every call of the repositories, including calls in transactions. */
const counting = <R extends Repositories>(repositories: R, calls: string[]): R => {
  const counted = REPOSITORIES.map((name) => [
    name,
    new Proxy(repositories[name], {
      get: (target, method) => {
        const member: unknown = Reflect.get(target, method);
        if (typeof member !== "function") return member;
        return (...sent: readonly unknown[]): unknown => {
          calls.push(`${name}.${String(method)}`);
          return member.apply(target, sent);
        };
      },
    }),
  ]);
  return {
    ...repositories,
    ids: repositories.ids,
    kindOf(id: number) {
      calls.push("kindOf");
      return repositories.kindOf(id);
    },
    ...Object.fromEntries(counted),
  };
};

describe("the reads of a request by somebody who is signed in", () => {
  const calls: string[] = [];
  let calendar: TestCalendar;
  let server: Server;
  let root: string;

  const wrap = (store: Store): Store => ({
    ...counting(store, calls),
    transaction: (work) => store.transaction((repositories) => work(counting(repositories, calls))),
    revision: () => store.revision(),
    ping: () => store.ping(),
    close: () => store.close(),
  });

  before(async () => {
    calendar = await openCalendar({ wrap });
    const { store, operations } = calendar;
    await store.events.save(anEvent({ id: 1, slug: "one" }));
    await store.venues.save(aVenue({ id: 2, slug: "two" }));
    await store.organizers.save(anOrganizer({ id: 3, slug: "three" }));
    await store.images.save(anImage({ id: 4 }));
    await store.terms.save(aTerm({ id: 1, slug: "one" }));
    await store.terms.save(aTerm({ id: 2, slug: "two", taxonomy: "tag" }));
    const deps = { logger: SILENT, settings: SETTINGS };
    const middleware = createHttpMiddleware({
      ...deps,
      about: { version: "1.2.3", plugins: [] },
      interface: createInterface({ stopwatch: { now: () => 0 }, ...deps, operations }),
      identify: async () => ADMIN,
      postStatuses: createPostStatuses(),
      blobStore: createMemoryBlobStore(),
      stopwatch: { now: () => 0 },
      ready: async () => {},
      hasPublishedEvents: async () => true,
    });
    server = createServer(createHttpApp({ ...deps, middleware }).callback());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/tribe/events/v1`;
  });
  after(async () => {
    server.close();
    await calendar.store.close();
  });

  const readsOf = async (path: string, body?: object): Promise<readonly string[]> => {
    calls.length = 0;
    const answer = await fetch(root + path, {
      ...(body && { method: "PATCH", body: JSON.stringify(body) }),
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).to.equal(200);
    expect(answer.headers.get("allow")).to.match(/DELETE/);
    return calls.filter((call) => !call.endsWith(".save"));
  };

  const read = {
    "/events/1": ["events.find"],
    "/events/by-slug/one": ["events.findBySlug"],
    "/venues/2": ["venues.find"],
    "/venues/by-slug/two": ["venues.findBySlug"],
    "/organizers/3": ["organizers.find"],
    "/categories/1": ["terms.find"],
    "/tags/2": ["terms.find"],
    "/images/4": ["images.find"],
  };
  for (const [path, expected] of Object.entries(read)) {
    it(`are one look at the record for GET ${path}`, async () => {
      expect(await readsOf(path)).to.deep.equal(expected);
    });
  }

  const written = {
    "/events/1": [{ excerpt: "Short." }, ["events.find", "events.find", "events.findBySlug"]],
    "/events/by-slug/one": [{ excerpt: "Long." }, ["events.findBySlug", "events.find", "events.findBySlug"]],
    "/venues/2": [{ city: "Genova" }, ["venues.find", "venues.findMany", "venues.findBySlug"]],
    "/organizers/3": [{ phone: "1" }, ["organizers.find", "organizers.findMany", "organizers.findBySlug"]],
    "/categories/1": [{ description: "Live." }, ["terms.find", "terms.find", "terms.findBySlug"]],
    "/tags/2": [{ description: "Live." }, ["terms.find", "terms.find", "terms.findBySlug"]],
  } as const;
  for (const [path, [body, expected]] of Object.entries(written)) {
    it(`are two looks at the record for PATCH ${path}, and one for its slug`, async () => {
      expect(await readsOf(path, body)).to.deep.equal(expected);
    });
  }
});
