import type { DomainEventListener, DomainEventName, Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { aPicture } from "../http/pictures.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { asRaw } from "../http/uploads.ts";
import { stores } from "../stores.ts";

const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };
const NAMES: readonly DomainEventName[] = [
  ...(["event", "venue", "organizer"] as const).flatMap((kind): readonly DomainEventName[] => [
    `${kind}.created`,
    `${kind}.updated`,
    `${kind}.published`,
    `${kind}.trashed`,
    `${kind}.restored`,
  ]),
  ...(["category", "tag"] as const).flatMap((kind): readonly DomainEventName[] => [
    `${kind}.created`,
    `${kind}.updated`,
    `${kind}.deleted`,
  ]),
  "image.created",
  "image.deleted",
];

interface Heard {
  readonly name: string;
  readonly before?: { readonly id: number };
  readonly after?: { readonly id: number };
  readonly actor?: { readonly id?: number };
  readonly plugin?: string;
}

const listenTo = (
  name: DomainEventName,
  handle: (heard: Heard) => void | Promise<void>,
): DomainEventListener =>
  // Cast: all changes have members of these names.
  ({ on: name, handle: (change: object) => handle({ name, ...change }) }) as DomainEventListener;

const recorder = (heard: Heard[]): Plugin => ({
  name: "recorder",
  setup: () => ({ listeners: NAMES.map((name) => listenTo(name, (event) => void heard.push(event))) }),
});

for (const store of stores) {
  describe(`listeners of plugins on ${store.name}`, () => {
    let heard: Heard[];
    let calendar: StartedCalendar;
    const open = async (...plugins: readonly Plugin[]): Promise<void> => {
      heard = [];
      calendar = await startCalendar(store, { plugins: [recorder(heard), ...plugins] });
    };
    afterEach(() => calendar.close());

    /** Waits until the listeners have run and returns the received events. This listener is called last. */
    const names = async (): Promise<readonly string[]> => {
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      return heard.splice(0).map(({ name }) => name);
    };
    const write = async (method: string, path: string, json?: object): Promise<number> => {
      const { status, text, body } = await calendar.send(method, path, {
        as: "editor",
        ...(json && { json }),
      });
      expect(status, text).to.be.lessThan(300);
      return body.id;
    };

    it("are told of everything that a write stored, with who did it", async () => {
      await open();
      const id = await write("POST", "/events", {
        title: "Concert",
        ...WHEN,
        venue: { venue: "Hall" },
        organizer: { organizer: "Ann" },
        categories: "Music",
        tags: "loud",
      });
      await new Promise((resolve) => setImmediate(resolve));
      const [created] = heard.filter(({ name }) => name === "event.created");
      expect(created?.after?.id).to.equal(id);
      expect(created).not.to.have.property("before");
      expect(created?.actor?.id).to.equal(calendar.users.get("editor"));
      expect(await names()).to.have.members([
        "venue.created",
        "venue.published",
        "organizer.created",
        "organizer.published",
        "category.created",
        "tag.created",
        "event.created",
        "event.published",
      ]);
    });

    it("are told of images", async () => {
      await open();
      const sent = asRaw(await aPicture(20, 10));
      const { body } = await calendar.post("/images", { ...sent, as: "editor" });
      await new Promise((resolve) => setImmediate(resolve));
      const [created] = heard;
      expect(created?.after).to.include({ id: body.id, width: 20 });
      expect(created?.actor?.id).to.equal(calendar.users.get("editor"));
      expect(await names()).to.deep.equal(["image.created"]);
      const event = await write("POST", "/events", { title: "Concert", ...WHEN, image: String(body.id) });
      await names();
      const refused = await calendar.send("DELETE", `/images/${body.id}`, { as: "editor" });
      expect(refused.status).to.equal(409);
      expect(await names()).to.deep.equal([]);
      await write("PUT", `/events/${event}`, { image: "" });
      await names();
      await write("DELETE", `/images/${body.id}`);
      await new Promise((resolve) => setImmediate(resolve));
      expect(heard[0]?.before).to.include({ id: body.id });
      expect(await names()).to.deep.equal(["image.deleted"]);
    });

    it("are told of each change of a record by what it is", async () => {
      await open();
      const id = await write("POST", "/events", { title: "Draft", ...WHEN, status: "draft" });
      expect(await names()).to.deep.equal(["event.created"]);
      await write("PUT", `/events/${id}`, { title: "Renamed" });
      expect(await names()).to.deep.equal(["event.updated"]);
      await write("PUT", `/events/${id}`, { status: "publish" });
      expect(await names()).to.deep.equal(["event.updated", "event.published"]);
      await write("DELETE", `/events/${id}`);
      expect(await names()).to.deep.equal(["event.trashed"]);
      await write("PUT", `/events/${id}`, { status: "publish" });
      expect(await names()).to.deep.equal(["event.restored", "event.published"]);
    });

    it("are told of venues, organizers, categories and tags", async () => {
      await open();
      for (const [path, kind] of [
        ["venues", "venue"],
        ["organizers", "organizer"],
      ] as const) {
        const id = await write("POST", `/${path}`, { [kind]: "One" });
        await write("PUT", `/${path}/${id}`, { [kind]: "Two" });
        await write("DELETE", `/${path}/${id}`);
        expect(await names()).to.deep.equal([
          `${kind}.created`,
          `${kind}.published`,
          `${kind}.updated`,
          `${kind}.trashed`,
        ]);
      }
      for (const [path, kind] of [
        ["categories", "category"],
        ["tags", "tag"],
      ] as const) {
        const id = await write("POST", `/${path}`, { name: "One" });
        await write("PUT", `/${path}/${id}`, { name: "Two" });
        await write("DELETE", `/${path}/${id}`);
        expect(await names()).to.deep.equal([`${kind}.created`, `${kind}.updated`, `${kind}.deleted`]);
      }
    });

    it("hear nothing of what is refused, read or left as it is", async () => {
      await open();
      await calendar.post("/events", { as: "editor", json: { title: "No dates" } });
      await calendar.post("/events", { json: { title: "Nobody", ...WHEN } });
      await calendar.post("/events", {
        as: "editor",
        json: { title: "No such venue", ...WHEN, venue: { venue: "<b></b>" } },
      });
      await calendar.get("/events");
      expect(await names()).to.deep.equal([]);
    });

    it("hear what is published at its time, from nobody", async () => {
      await open();
      await write("POST", "/events", { title: "Later", ...WHEN, date_utc: "2031-03-10 15:00:00" });
      expect(await names()).to.deep.equal(["event.created"]);
      const [scheduled] = await calendar.store.events.readAfter(0, 1);
      if (scheduled === undefined) throw new Error("There is no event");
      await calendar.store.events.save({ ...scheduled, dateUtc: "2031-03-10 14:00:00" });
      expect(await calendar.calendar.publishDue()).to.equal(1);
      expect(await names()).to.deep.equal(["event.updated", "event.published"]);
    });

    it("neither delay nor fail the answer, nor each other", async () => {
      let release = (): void => {};
      const stuck = new Promise<void>((resolve) => {
        release = resolve;
      });
      await open({
        name: "clumsy",
        setup: () => ({
          listeners: [
            listenTo("event.created", () => stuck),
            listenTo("event.published", () => Promise.reject(new Error("clumsy"))),
            listenTo("event.updated", () => {
              throw new Error("clumsy");
            }),
          ],
        }),
      });
      const id = await write("POST", "/events", { title: "A", ...WHEN });
      await write("PUT", `/events/${id}`, { title: "B" });
      expect(await names()).to.deep.equal(["event.created", "event.published", "event.updated"]);
      release();
    });

    it("are told one thing after the other, and all of it before the calendar is closed", async () => {
      const events: string[] = [];
      const slow = (name: DomainEventName) =>
        listenTo(name, async ({ after }) => {
          await new Promise((resolve) => setImmediate(resolve));
          events.push(`${name} ${(after as unknown as { title: string }).title}`);
        });
      await open({
        name: "slow",
        setup: () => ({ listeners: [slow("event.updated"), slow("event.created")] }),
      });
      const id = await write("POST", "/events", { title: "first", ...WHEN, status: "draft" });
      for (const title of ["1", "2", "3"]) await write("PUT", `/events/${id}`, { title });
      await calendar.calendar.close();
      expect(events).to.deep.equal([
        "event.created first",
        "event.updated 1",
        "event.updated 2",
        "event.updated 3",
      ]);
    });

    it("are not told of what their own plugin does by itself, others are", async () => {
      let own = 0;
      await open({
        name: "painter",
        setup: ({ amend }) => ({
          listeners: [
            listenTo("event.created", async ({ after }) => {
              await amend("event", after?.id ?? 0, () => ({ data: { painted: true } }));
            }),
            listenTo("event.updated", () => {
              own += 1;
            }),
          ],
        }),
      });
      const id = await write("POST", "/events", { title: "A", ...WHEN, status: "draft" });
      await calendar.calendar.close();
      expect(heard.map(({ name, plugin }) => [name, plugin])).to.deep.equal([
        ["event.created", undefined],
        ["event.updated", "painter"],
      ]);
      expect(own).to.equal(0);
      expect((await calendar.store.events.find(id))?.extensions).to.deep.equal({
        painter: { painted: true },
      });
    });

    it("are there for hosts as well, until they say otherwise", async () => {
      await open();
      const titles: string[] = [];
      const stop = calendar.calendar.events.on("event.created", ({ after }) => void titles.push(after.title));
      await write("POST", "/events", { title: "A", ...WHEN });
      await names();
      stop();
      await write("POST", "/events", { title: "B", ...WHEN });
      await names();
      expect(titles).to.deep.equal(["A"]);
    });
  });
}
