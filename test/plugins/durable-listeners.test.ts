import type { DurableListener, Plugin, StoredDomainEvent } from "@kalends/core/interface";
import { expect } from "chai";
import { type CalendarOptions, createCalendar, OperatorError } from "kalends";
import { createGate } from "../stores/gate.ts";
import { stores } from "../stores.ts";

const WHEN = { start_date: "2031-04-01 10:00:00", end_date: "2031-04-01 12:00:00" };
const ANN = { id: "ann", roles: ["editor"] } as const;

const noteIn = (heard: StoredDomainEvent[], more: Partial<DurableListener> = {}): DurableListener => ({
  durable: true,
  name: "notes",
  on: ["event.created", "event.updated", "event.published", "venue.created"],
  handle: (event) => void heard.push(event),
  ...more,
});

const pluginWith = (...listeners: readonly DurableListener[]): Plugin => ({
  name: "heedful",
  setup: () => ({ listeners }),
});

for (const store of stores) {
  describe(`durable listeners on ${store.name}`, () => {
    type Opened = Awaited<ReturnType<typeof store.open>>;
    let opened: Opened;
    beforeEach(async () => {
      opened = await store.open();
    });
    afterEach(() => opened.close());
    const open = (options: CalendarOptions) =>
      createCalendar({ storage: opened, identity: () => undefined, scheduler: false, ...options });

    it("of plugins and hosts are called with what was stored, with the host's ids of users", async () => {
      const [ofPlugin, ofHost]: StoredDomainEvent[][] = [[], []];
      const calendar = await open({
        plugins: [pluginWith(noteIn(ofPlugin ?? []))],
        listeners: [noteIn(ofHost ?? [], { name: "others" })],
      });
      const { event } = await calendar.as(ANN).events.create({
        title: "Concert",
        ...WHEN,
        venue: { venue: "Hall" },
      });
      expect(ofHost).to.deep.equal([]);
      expect(await calendar.deliverDue()).to.equal(4);
      expect(ofPlugin).to.deep.equal(ofHost);
      expect(ofHost?.map(({ name }) => name)).to.have.members([
        "venue.created",
        "event.created",
        "event.published",
      ]);
      const created = ofHost?.find(({ name }) => name === "event.created");
      expect(created?.change).to.have.property("hostId", "ann");
      expect(created?.change).not.to.have.property("before");
      expect(created?.change)
        .to.have.property("after")
        .that.includes({ id: event.id, title: "Concert", hostAuthorId: "ann" });
      expect(await calendar.deliverDue()).to.equal(0);
      await calendar.close();
    });

    it("get later what was stored while nothing delivered, and once, whoever delivers", async () => {
      const heard: StoredDomainEvent[] = [];
      const options = { listeners: [noteIn(heard)] };
      const first = await open(options);
      const { event } = await first.as(ANN).events.create({ title: "Concert", ...WHEN });
      await first.close();
      const [one, other] = [await open(options), await open(options)];
      await other.as(ANN).events.update(event.id, { title: "Changed" });
      const counts = await Promise.all([one.deliverDue(), other.deliverDue()]);
      expect(counts.toSorted()).to.deep.equal([0, 2]);
      expect(heard.map(({ name }) => name)).to.deep.equal([
        "event.created",
        "event.published",
        "event.updated",
      ]);
      expect(heard.map(({ id }) => id)).to.deep.equal(heard.map(({ id }) => id).toSorted((a, b) => a - b));
      await Promise.all([one.close(), other.close()]);
    });

    it("are called without being asked for while the calendar is open", async () => {
      let resolve = (_event: StoredDomainEvent): void => {};
      const called = new Promise<StoredDomainEvent>((given) => {
        resolve = given;
      });
      const calendar = await open({
        scheduler: true,
        listeners: [noteIn([], { on: ["event.created"], handle: (event) => resolve(event) })],
      });
      const { event } = await calendar.as(ANN).events.create({ title: "Concert", ...WHEN });
      const { change } = await called;
      expect(change).to.have.property("after").that.includes({ id: event.id });
      await calendar.close();
    });

    it("finish the call that is under way when the calendar closes, and do not get that again", async () => {
      const heard: StoredDomainEvent[] = [];
      const [begun, release] = [createGate(), createGate()];
      const on = ["venue.created"] as const;
      const calendar = await open({
        scheduler: true,
        listeners: [
          noteIn([], {
            on,
            async handle(event) {
              begun.open();
              await release.passed;
              heard.push(event);
            },
          }),
        ],
      });
      await calendar.as(ANN).venues.create({ venue: "One" });
      await begun.passed;
      await calendar.as(ANN).venues.create({ venue: "Two" });
      const closed = calendar.close();
      release.open();
      await closed;
      expect(heard).to.have.length(1);
      const again = await open({ listeners: [noteIn(heard, { on })] });
      expect(await again.deliverDue()).to.equal(1);
      const names = heard.map(({ change }) =>
        "after" in change && "name" in change.after ? change.after.name : "",
      );
      expect(names).to.deep.equal(["One", "Two"]);
      await again.close();
    });

    it("get what a process without them changes that was opened later", async () => {
      const heard: StoredDomainEvent[] = [];
      const listening = await open({ listeners: [noteIn(heard)] });
      const other = await open({});
      await other.as(ANN).venues.create({ venue: "Hall" });
      expect(await listening.deliverDue()).to.equal(1);
      await Promise.all([listening.close(), other.close()]);
    });

    it("get what calendar.transaction stored, when it is stored, and nothing of what was undone", async () => {
      const heard: StoredDomainEvent[] = [];
      const calendar = await open({ listeners: [noteIn(heard)] });
      const undone = calendar.transaction(async ({ as }) => {
        await as(ANN).venues.create({ venue: "Undone" });
        throw new Error("not this time");
      });
      expect(await undone.catch(String)).to.equal("Error: not this time");
      await calendar.transaction(({ as }) => as(ANN).venues.create({ venue: "Hall" }));
      expect(await calendar.deliverDue()).to.equal(1);
      expect(heard[0]?.change).to.have.property("after").that.includes({ name: "Hall" });
      await calendar.close();
    });

    it("leave in-memory listeners what they are, and nothing is kept without them", async () => {
      const heard: string[] = [];
      const calendar = await open({
        plugins: [
          {
            name: "plain",
            setup: () => ({ listeners: [{ on: "venue.created", handle: () => void heard.push("venue") }] }),
          },
        ],
      });
      await calendar.as(ANN).venues.create({ venue: "Hall" });
      await new Promise((resolve) => setImmediate(resolve));
      expect(heard).to.deep.equal(["venue"]);
      expect(await calendar.deliverDue()).to.equal(0);
      expect([await opened.outbox.last(), await opened.outbox.consumers()]).to.deep.equal([0, []]);
      await calendar.close();
    });
  });
}

describe("what is no durable listener", () => {
  const problemsOf = async (options: CalendarOptions): Promise<readonly string[]> => {
    const error: unknown = await createCalendar({
      storage: "sqlite::memory:",
      scheduler: false,
      ...options,
    }).catch((problem: unknown) => problem);
    if (error instanceof OperatorError) return error.problems;
    throw new Error("The calendar has opened.");
  };
  const good = noteIn([]);
  /** Returns a listener with other members, as a plugin in JavaScript could pass it. */
  const bad = (more: object): DurableListener => ({ ...good, ...more });

  it("is told by its type, too", () => {
    const typed: DurableListener<"event.published"> = {
      durable: true,
      name: "typed",
      on: ["event.published"],
      handle: ({ change }) => void change.after.title,
    };
    const plugin: Plugin = {
      name: "typed",
      setup: () => ({
        listeners: [
          typed,
          { on: "event.published", handle: ({ after }) => void after.title },
          {
            durable: true,
            name: "inline",
            on: ["event.published"],
            handle: ({ name, change }) => void (name === "event.published" && change.after.title),
          },
        ],
      }),
    };
    expect(plugin.setup?.({} as never).listeners).to.have.length(3);
  });

  it("stops the start, from a host", async () => {
    expect(
      await problemsOf({
        listeners: [
          bad({ name: "Notes" }),
          bad({ durable: false, name: "a" }),
          bad({ on: [], name: "b" }),
          bad({ on: ["event.deleted"], name: "c" }),
          bad({ handle: undefined, name: "d" }),
          good,
          good,
        ],
      }),
    ).to.have.length.of.at.least(6);
    expect(await problemsOf({ listeners: [good, bad({ name: "b", on: [] })] })).to.deep.equal([
      "listeners[1]: on must be a list of names, at least one",
    ]);
    expect(await problemsOf({ listeners: [good, good] })).to.deep.equal([
      "listeners has two listeners named notes",
    ]);
  });

  it("stops the start, from a plugin", async () => {
    for (const [more, problem] of [
      [{ name: "x".repeat(61) }, "name must be at most 60 lower-case letters, digits and -"],
      [{ on: "event.created" }, "on must be a list of names, at least one"],
      [{ on: ["event.deleted"] }, "on has event.deleted, which is not a domain event"],
      [{ durable: "yes" }, "durable must be true"],
      [{ handle: "no" }, "handle must be of type function"],
    ] as const) {
      const [found] = await problemsOf({ plugins: [pluginWith(bad(more))] });
      expect(found, JSON.stringify(more)).to.include(problem);
    }
    const forgetful = { setup: () => ({ listeners: [{ ...good, durable: false }] }) } as unknown as Plugin;
    expect((await problemsOf({ plugins: [{ ...forgetful, name: "forgetful" }] }))[0]).to.include(
      "on must be one name, unless durable is true",
    );
    const [clash] = await problemsOf({ plugins: [pluginWith(good, good)] });
    expect(clash).to.include("the listener notes of heedful");
  });
});
