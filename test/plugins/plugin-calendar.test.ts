import { readFileSync } from "node:fs";
import { type DomainEvents, type Plugin, type PluginDeps, toFilePart } from "@kalends/core/interface";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";

const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };

/** PNG image of one red pixel. */
const RED = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Creates a plugin that passes its dependencies to the test. */
const spy = (name: string, got: Map<string, PluginDeps>, more: Partial<Plugin> = {}): Plugin => ({
  name,
  ...more,
  setup(deps) {
    got.set(name, deps);
    return more.setup?.(deps) ?? {};
  },
});

/** Returns the rights in the example of the documentation whose job deletes all drafts. */
const rightsInDocs = (): readonly string[] => {
  const docs = readFileSync(new URL("../../../docs/how-to/run-a-nightly-job.md", import.meta.url), "utf8");
  const [, names = ""] = /^ *rights: \[(.*?)\]/m.exec(docs) ?? [];
  return names.split(", ").map((name) => name.slice(1, -1));
};

const codeOf = (work: Promise<unknown> | undefined): Promise<unknown> =>
  (work ?? Promise.resolve()).then(
    () => "done",
    (error) => error.code ?? error.message,
  );

for (const store of firstStore) {
  describe(`the calendar as a plugin on ${store.name}`, () => {
    const got = new Map<string, PluginDeps>();
    const heard: string[] = [];
    const hear =
      (who: string) =>
      ({ actor, plugin, after }: DomainEvents["event.created"]): void =>
        void heard.push(`${who}: ${after.title} by ${plugin} (${actor?.id ?? "nobody"})`);
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, {
        plugins: [
          spy("keeper", got, {
            rights: [
              "edit",
              "edit_others",
              "edit_published",
              "publish",
              "read_private",
              "delete_others",
              "upload",
            ],
            setup: () => ({ listeners: [{ on: "event.created", handle: hear("keeper") }] }),
          }),
          spy("reader", got, {
            rights: [],
            setup: () => ({ listeners: [{ on: "event.created", handle: hear("reader") }] }),
          }),
          spy("nobody", got),
          spy("cleaner", got, { rights: rightsInDocs() as NonNullable<Plugin["rights"]> }),
        ],
      });
    });
    after(() => calendar.close());

    it("create records without an author, or with one that is named, and tell others alone", async () => {
      const api = got.get("keeper")?.calendar.asPlugin();
      const created = await api?.events.create({ title: "Own", ...WHEN, status: "publish" });
      expect(created?.event).to.include({ author: 0, status: "publish" });
      const author = calendar.users.get("author") ?? 0;
      const named = await api?.events.create({ title: "Of somebody", ...WHEN, author });
      expect(named?.event.author).to.equal(author);
      const { body } = await calendar.get(`/events/${created?.event.id}`);
      expect(body).to.include({ title: "Own", author: "0" });
      while (heard.length < 2) await new Promise(setImmediate);
      expect(heard).to.deep.equal([
        "reader: Own by keeper (nobody)",
        "reader: Of somebody by keeper (nobody)",
      ]);
      const edit = { json: { title: "Taken" } };
      const path = `/events/${created?.event.id}`;
      expect((await calendar.send("PUT", path, { as: "author", ...edit })).status).to.equal(403);
      expect((await calendar.send("PUT", path, { as: "editor", ...edit })).status).to.equal(200);
    });

    it("see and change what the rights say, of everybody, and are checked as requests are", async () => {
      const draft = { title: "Draft", ...WHEN, status: "draft" };
      const { body } = await calendar.post("/events", { as: "author", json: draft });
      const [keeper, reader] = ["keeper", "reader"].map((name) => got.get(name)?.calendar.asPlugin());
      expect((await keeper?.events.get(body.id))?.event.title).to.equal("Draft");
      const changed = await keeper?.events.update(body.id, { title: "Changed", all_day: true });
      expect(changed?.event.title).to.equal("Changed");
      expect(await codeOf(keeper?.events.update(body.id, { featured: "perhaps" as never }))).to.equal(
        "rest_invalid_param",
      );
      expect(await codeOf(keeper?.events.remove(body.id))).to.equal("done");
      expect(await codeOf(reader?.events.get(body.id))).to.equal("event-no-longer-available");
      expect(await codeOf(reader?.events.create({ title: "No", ...WHEN }))).to.equal("rest_forbidden");
      expect(await codeOf(keeper?.tags.create({ name: "no right for tags" }))).to.equal("rest_forbidden");
      expect((await reader?.events.list())?.total).to.equal(2);
      expect(await codeOf(reader?.images.list())).to.equal("rest_forbidden");
    });

    it("do what the documentation shows with the rights that it names", async () => {
      await calendar.post("/events", { as: "author", json: { title: "To go", ...WHEN, status: "draft" } });
      const cleaner = got.get("cleaner")?.calendar.asPlugin();
      const drafts = async (): Promise<readonly number[]> =>
        ((await cleaner?.events.list({ status: "draft" }))?.items ?? []).map(({ event }) => event.id);
      expect(await drafts()).to.have.length.greaterThan(0);
      for (const id of await drafts()) await cleaner?.events.remove(id);
      expect(await drafts()).to.deep.equal([]);
    });

    it("name the rights of the plugin where it lacks one", async () => {
      const messageOf = (work: Promise<unknown> | undefined): Promise<unknown> =>
        (work ?? Promise.resolve()).then(
          () => "done",
          ({ message }: Error) => message,
        );
      const keeper = got.get("keeper")?.calendar.asPlugin();
      const rights = "The rights of the plugin keeper are: edit, edit_others, edit_published, publish, ";
      expect(await messageOf(keeper?.tags.create({ name: "no right for tags" }))).to.include(rights);
      const reader = got.get("reader")?.calendar.asPlugin();
      const drafts = await messageOf(reader?.events.list({ status: "draft" }));
      expect(drafts).to.include("status").and.include("The rights of the plugin reader are: none.");
    });

    it("store an image with its record, and nothing of it where the record is refused", async () => {
      const image = toFilePart({ name: "red.png", bytes: RED });
      const api = got.get("keeper")?.calendar.asPlugin();
      const refused = api?.events.create({ title: " ", ...WHEN, image });
      expect(await codeOf(refused)).to.equal("rest_invalid_param");
      expect(await codeOf(api?.events.create({ title: "x", ...WHEN, image, author: 987_654 }))).to.equal(
        "rest_invalid_param",
      );
      const as = "administrator";
      expect((await calendar.get("/images", { as })).body.images).to.deep.equal([]);
      const created = await api?.events.create({ title: "Pictured", ...WHEN, image, status: "draft" });
      expect(created?.image).to.include({ mimeType: "image/png", width: 1 });
      expect((await calendar.get("/images", { as })).body.images).to.have.length(1);
    });

    it("are not there without declared rights", async () => {
      const api = got.get("nobody")?.calendar.asPlugin();
      expect(await codeOf(api?.events.list())).to.include("The plugin nobody declares no rights");
    });
  });
}

describe("rights of plugins", () => {
  it("are held against those that there are", async () => {
    const plugin = { name: "greedy", rights: ["edit", "everything"] } as unknown as Plugin;
    const problem = await createCalendar({ storage: "sqlite::memory:", plugins: [plugin] }).catch(String);
    expect(problem).to.match(/The plugin greedy has .* among its rights, which is not one of edit,/);
  });
});
