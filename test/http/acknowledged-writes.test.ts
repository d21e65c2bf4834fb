import { CalendarError, type Logger, type Repositories } from "@kalends/core";
import type { Plugin } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { stores, type TestStore } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { aPicture } from "./pictures.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";
import { formOf } from "./uploads.ts";

const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };

/** Wraps a store. If `isWanted` is set, reads fail after the next commit. */
const lostAfterCommit = (
  store: StoreWithAccounts,
  state: { isWanted: boolean; isLost: boolean },
): StoreWithAccounts => {
  const failing = <T extends object>(repository: T): T =>
    new Proxy(repository, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...values: readonly unknown[]) =>
          state.isLost
            ? Promise.reject(new CalendarError("rest_storage_unavailable"))
            : Reflect.apply(member, target, values);
      },
    });
  const repositories: Omit<Repositories, "outbox"> = {
    events: failing(store.events),
    venues: failing(store.venues),
    organizers: failing(store.organizers),
    terms: failing(store.terms),
    images: failing(store.images),
    documents: failing(store.documents),
    versions: failing(store.versions),
    merges: failing(store.merges),
    ids: failing(store.ids),
    kindOf: (id) => failing(store).kindOf(id),
  };
  return {
    ...repositories,
    async transaction(work) {
      const result = await store.transaction(work);
      state.isLost = state.isWanted;
      return result;
    },
    leases: failing(store.leases),
    userIds: failing(store.userIds),
    outbox: failing(store.outbox),
    openAccounts: () => store.openAccounts(),
    revision: () => store.revision(),
    ping: () => store.ping(),
    close: () => store.close(),
  };
};

/**
 * Plugin that reads a store for the members of every record. The store may fail. The plugin also listens to
 * every domain event.
 */
const plugin: Plugin = {
  name: "curious",
  setup: ({ calendar }) => ({
    members: (["event", "venue", "organizer"] as const).map((record) => ({
      record,
      schemas: { neighbours: { type: "integer" } },
      pure: false,
      async membersOf(records: readonly { readonly id: number }[]) {
        const found = await Promise.all(records.map(({ id }) => calendar.unrestricted.events.get(id)));
        return found.map(() => ({ neighbours: 0 }));
      },
    })),
    listeners: [
      {
        on: "event.created",
        handle() {
          throw new Error("does not want to know");
        },
      },
    ],
  }),
};

/** Throws an error, as a logger does when it fails. */
const broken = (): never => {
  throw new Error("no more room for logs");
};
const LOGGER: Logger = { debug: broken, info: broken, warn: broken, error: broken };

for (const store of stores) {
  // rules/errors.md#after-the-commit
  describe(`writes whose store fails after the commit on ${store.name}`, () => {
    const state = { isWanted: false, isLost: false };
    let calendar: StartedCalendar;
    const start = async (options = {}): Promise<void> => {
      state.isWanted = false;
      state.isLost = false;
      const watched: Pick<TestStore, "open" | "openMedia"> = {
        open: async () => lostAfterCommit(await store.open(), state),
      };
      calendar = await startCalendar(watched, options);
    };
    afterEach(() => calendar.close());

    /** Sends a write after whose commit the store cannot be read. */
    const write = async (method: string, path: string, sent: object): Promise<TestResponse> => {
      state.isWanted = true;
      const answer = await calendar.send(method, path, { as: "administrator", ...sent });
      expect(state.isLost, `${method} ${path} was committed`).to.equal(true);
      state.isWanted = false;
      state.isLost = false;
      return answer;
    };

    const trySequence = async (collection: string, created: object, changed: object): Promise<void> => {
      const first = await write("POST", `/${collection}`, { json: created });
      expect(first.status, first.text).to.equal(201);
      expect(first.headers.allow).to.equal("GET, POST");
      const path = `/${collection}/${first.body.id}`;
      for (const method of ["PUT", "PATCH"]) {
        const answer = await write(method, path, { json: changed });
        expect(answer.status, `${method} ${path} ${answer.text}`).to.equal(200);
        expect(answer.headers.allow).to.include("DELETE");
        expect(answer.body.id).to.equal(first.body.id);
      }
      const gone = await write("DELETE", path, {});
      expect(gone.status, gone.text).to.equal(200);
      expect(gone.body.id).to.equal(first.body.id);
    };

    it("are answered as what they are: events with all that is linked", async () => {
      await start();
      const inside = {
        venue: { venue: "Hall" },
        organizer: { organizer: "Club" },
        categories: ["Jazz"],
        tags: ["Live"],
      };
      await trySequence(
        "events",
        { title: "Evening", ...WHEN, ...inside },
        { title: "Night", tags: ["Late"] },
      );
    });

    it("are answered as what they are: venues and organizers", async () => {
      await start();
      await trySequence("venues", { venue: "Hall" }, { city: "Turin" });
      await trySequence("organizers", { organizer: "Club" }, { phone: "1" });
    });

    it("are answered as what they are: categories and tags", async () => {
      await start();
      const { body } = await calendar.post("/categories", { as: "administrator", json: { name: "Music" } });
      await trySequence("categories", { name: "Jazz", parent: body.id }, { description: "Blue" });
      await trySequence("tags", { name: "Live" }, { name: "Alive" });
    });

    it("are answered as what they are: images", async () => {
      await start();
      const added = await write("POST", "/images", {
        multipart: formOf(["file", await aPicture(), "a.png"]),
      });
      expect(added.status, added.text).to.equal(201);
      const gone = await write("DELETE", `/images/${added.body.id}`, {});
      expect(gone.status, gone.text).to.equal(200);
      expect(gone.headers.allow).to.equal("GET");
    });

    it("lack only what plugins cannot add, whatever listeners and the logger do", async () => {
      await start({ plugins: [plugin], logger: LOGGER });
      await trySequence(
        "events",
        { title: "Evening", ...WHEN, venue: { venue: "Hall" } },
        { title: "Night" },
      );
      await trySequence("venues", { venue: "Other hall" }, { city: "Turin" });
    });

    it("are answered to programs in the same process, too", async () => {
      await start({ plugins: [plugin] });
      const { as } = calendar.calendar;
      const editor = { id: calendar.users.get("editor") ?? 0, roles: ["editor"] } as const;
      state.isWanted = true;
      const { event } = await as(editor).events.create({ title: "Evening", ...WHEN });
      state.isLost = false;
      const changed = await as(editor).events.update(event.id, { title: "Night" });
      expect(changed.event.title).to.equal("Night");
      state.isLost = false;
      expect((await as(editor).events.remove(event.id)).event.status).to.equal("trash");
    });
  });
}
