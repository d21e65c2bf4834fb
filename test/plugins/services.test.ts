import { type DomainEvents, type Plugin, type PluginDeps, toFilePart } from "@kalends/core/plugin";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";

const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };

/** One red pixel. */
const RED = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Takes what plugins get out of one. */
const spy = (name: string, got: Map<string, PluginDeps>, more: Partial<Plugin> = {}): Plugin => ({
  name,
  ...more,
  onClose: [
    (deps) => {
      got.set(name, deps);
      return () => undefined;
    },
  ],
});

const codeOf = (work: Promise<unknown> | undefined): Promise<unknown> =>
  (work ?? Promise.resolve()).then(
    () => "done",
    (error) => error.code ?? error.message,
  );

for (const store of stores) {
  describe(`services of plugins on ${store.name}`, () => {
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
            listeners: [() => ({ on: "event.created", handle: hear("keeper") })],
          }),
          spy("reader", got, {
            rights: [],
            listeners: [() => ({ on: "event.created", handle: hear("reader") })],
          }),
          spy("nobody", got),
        ],
      });
    });
    after(() => calendar.close());

    it("create records without an author, or with one that is named, and tell others alone", async () => {
      const services = got.get("keeper")?.services;
      const created = await services?.createEvent({ title: "Own", ...WHEN, status: "publish" });
      expect(created?.event).to.include({ author: 0, status: "publish" });
      const author = calendar.users.get("author") ?? 0;
      const named = await services?.createEvent({ title: "Of somebody", ...WHEN, author });
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
      const [keeper, reader] = [got.get("keeper")?.services, got.get("reader")?.services];
      expect((await keeper?.getEvent(body.id))?.event.title).to.equal("Draft");
      const changed = await keeper?.updateEvent(body.id, { title: "Changed", all_day: true });
      expect(changed?.event.title).to.equal("Changed");
      expect(await codeOf(keeper?.updateEvent(body.id, { featured: "perhaps" as never }))).to.equal(
        "rest_invalid_param",
      );
      expect(await codeOf(keeper?.deleteEvent(body.id))).to.equal("done");
      expect(await codeOf(reader?.getEvent(body.id))).to.equal("event-no-longer-available");
      expect(await codeOf(reader?.createEvent({ title: "No", ...WHEN }))).to.equal("rest_forbidden");
      expect(await codeOf(keeper?.createTag({ name: "no right for tags" }))).to.equal("rest_forbidden");
      expect((await reader?.listEvents())?.total).to.equal(2);
      expect(await codeOf(reader?.listImages())).to.equal("rest_forbidden");
    });

    it("store an image with its record, and nothing of it where the record is refused", async () => {
      const image = toFilePart({ name: "red.png", bytes: RED });
      const services = got.get("keeper")?.services;
      const refused = services?.createEvent({ title: " ", ...WHEN, image });
      expect(await codeOf(refused)).to.equal("rest_invalid_param");
      expect(await codeOf(services?.createEvent({ title: "x", ...WHEN, image, author: 987_654 }))).to.equal(
        "rest_invalid_param",
      );
      const as = "administrator";
      expect((await calendar.get("/images", { as })).body.images).to.deep.equal([]);
      const created = await services?.createEvent({ title: "Pictured", ...WHEN, image, status: "draft" });
      expect(created?.image).to.include({ mimeType: "image/png", width: 1 });
      expect((await calendar.get("/images", { as })).body.images).to.have.length(1);
    });

    it("are not there without declared rights", async () => {
      const { services } = got.get("nobody") ?? {};
      expect(await codeOf(services?.listEvents())).to.include("The plugin nobody declares no rights");
    });
  });
}

describe("rights of plugins", () => {
  it("are held against those that there are", async () => {
    const plugin = { name: "greedy", rights: ["edit", "everything"] } as unknown as Plugin;
    const problem = await createCalendar({ storage: "sqlite::memory:", plugins: [plugin] }).catch(String);
    expect(problem).to.include("The plugin greedy must have a list of rights (edit,");
  });
});
