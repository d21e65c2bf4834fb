import type { StoredDomainEvent } from "@kalends/core/interface";
import { expect } from "chai";
import { aChange, aListener, flushPromises, setUp } from "./set-up.ts";

type SetUp = Awaited<ReturnType<typeof setUp>>;

/** Returns the record ids of the delivered events in order. */
const idsOf = (events: readonly StoredDomainEvent[]): readonly (number | undefined)[] =>
  events.map(({ change }) => ("after" in change ? change.after.id : undefined));

describe("the dispatcher of durable listeners", () => {
  let given: SetUp;
  let handled: StoredDomainEvent[];
  beforeEach(async () => {
    given = await setUp();
    handled = [];
  });
  afterEach(() => given.store.close());
  const note = (event: StoredDomainEvent): void => void handled.push(event);

  it("hands over what was stored since the reader began, in order, once", async () => {
    const { dispatcherOf, write, positionOf } = given;
    await write(aChange(1));
    const dispatcher = await dispatcherOf(aListener(note));
    await write(aChange(2), aChange(3));
    await write(aChange(2, { names: ["event.trashed"] }), aChange(4));
    expect(await dispatcher.deliverDue()).to.equal(3);
    expect(idsOf(handled)).to.deep.equal([2, 3, 4]);
    expect(await dispatcher.deliverDue()).to.equal(0);
    expect(await positionOf("plugin/p/notes")).to.equal(await given.store.outbox.last());
  });

  it("says what happened, when and by whom, with the position as its id", async () => {
    const { dispatcherOf, write } = given;
    const on = ["event.updated", "event.published"] as const;
    const dispatcher = await dispatcherOf(aListener(note, { on }));
    const change = aChange(2, { names: ["event.updated", "event.published"], origin: { hostId: "ann" } });
    await write(change);
    await dispatcher.deliverDue();
    const { time, before, after } = change;
    const id = await given.store.outbox.last();
    expect(handled).to.deep.equal(
      on.map((name) => ({ name, id, time, change: { before, after, hostId: "ann" } })),
    );
  });

  it("does not call a plugin's listener for the plugin's own changes", async () => {
    const { dispatcherOf, write } = given;
    const dispatcher = await dispatcherOf(aListener(note));
    await write(aChange(1, { origin: { plugin: "p" } }), aChange(2, { origin: { plugin: "other" } }));
    expect(await dispatcher.deliverDue()).to.equal(1);
    expect(idsOf(handled)).to.deep.equal([2]);
  });

  it("tries again what failed, with longer and longer pauses, while other records go on", async () => {
    const { dispatcherOf, write, pass, lines } = given;
    let failures = 2;
    const dispatcher = await dispatcherOf(
      aListener(async (event) => {
        note(event);
        if (idsOf([event])[0] !== 1 || failures === 0) return;
        failures -= 1;
        throw new Error("no luck");
      }),
    );
    await write(aChange(1), aChange(2), aChange(1), aChange(3));
    expect(await dispatcher.deliverDue()).to.equal(2);
    expect(idsOf(handled)).to.deep.equal([1, 2, 3]);
    await pass(0.9);
    expect(await dispatcher.deliverDue()).to.equal(0);
    await pass(0.1);
    expect(await dispatcher.deliverDue()).to.equal(0);
    await pass(3.9);
    expect(await dispatcher.deliverDue()).to.equal(0);
    await pass(0.1);
    // The waiting changes of the record follow immediately and in order.
    expect(await dispatcher.deliverDue()).to.equal(2);
    expect(idsOf(handled)).to.deep.equal([1, 2, 3, 1, 1, 1]);
    const [first, ...others] = handled.filter((event) => idsOf([event])[0] === 1).map(({ id }) => id);
    expect(others).to.deep.equal([first, first, Number(first) + 2]);
    expect(await given.store.outbox.failures("plugin/p/notes", false, 0, 10)).to.deep.equal([]);
    expect(lines.map(({ level, details }) => [level, details?.attempts])).to.deep.equal([
      ["warn", 1],
      ["warn", 2],
    ]);
  });

  it("sets an entry aside after ten attempts, says so once, and goes on with its record", async () => {
    const { dispatcherOf, write, pass, lines } = given;
    const dispatcher = await dispatcherOf(
      aListener((event) => {
        note(event);
        if (event.id === handled[0]?.id) throw new Error("never");
      }),
    );
    await write(aChange(1), aChange(1));
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await dispatcher.deliverDue();
      await pass(600);
    }
    expect(handled.map(({ id }) => id - Number(handled[0]?.id))).to.deep.equal([...Array(10).fill(0), 1]);
    expect(
      lines.filter(({ level }) => level === "error").map(({ details }) => details?.position),
    ).to.deep.equal([handled[0]?.id]);
    const aside = await given.store.outbox.failures("plugin/p/notes", true, 0, 10);
    expect(aside.map(({ attempts, error, recordId }) => ({ attempts, error, recordId }))).to.deep.equal([
      { attempts: 10, error: "never", recordId: 1 },
    ]);
    expect(await dispatcher.deliverDue()).to.equal(0);
  });

  it("takes a listener that needs more than a minute for one that has failed", async () => {
    const { dispatcherOf, write, pass, lines } = given;
    const dispatcher = await dispatcherOf(aListener(() => new Promise(() => {})));
    await write(aChange(1));
    const delivering = dispatcher.deliverDue();
    await pass(59);
    expect(lines).to.deep.equal([]);
    await pass(1);
    expect(await delivering).to.equal(0);
    expect(lines.map(({ message }) => message)).to.deep.equal(["A listener failed"]);
  });

  it("repeats what was handled but not marked", async () => {
    const { store, dispatcherOf, write } = given;
    const outbox = { ...store.outbox, advance: () => Promise.reject(new Error("away")) };
    const failing = await dispatcherOf(aListener(note), {
      store: { outbox, revision: () => store.revision() },
    });
    await write(aChange(1));
    expect(await failing.deliverDue().catch(String)).to.equal("Error: away");
    const dispatcher = await dispatcherOf(aListener(note));
    expect(await dispatcher.deliverDue()).to.equal(1);
    expect(idsOf(handled)).to.deep.equal([1, 1]);
  });

  it("counts attempts on where a failure was noted but not marked", async () => {
    const { store, dispatcherOf, write } = given;
    const fail = aListener(() => Promise.reject(new Error("no luck")));
    const outbox = { ...store.outbox, advance: () => Promise.reject(new Error("away")) };
    const dying = await dispatcherOf(fail, { store: { outbox, revision: () => store.revision() } });
    await write(aChange(1));
    expect(await dying.deliverDue().catch(String)).to.equal("Error: away");
    await (await dispatcherOf(fail)).deliverDue();
    const failures = await store.outbox.failures("plugin/p/notes", false, 0, 10);
    expect(failures.map(({ attempts }) => attempts)).to.deep.equal([1]);
  });

  it("stands still while a thousand entries wait, and goes on when one is through", async () => {
    const { store, dispatcherOf, write, pass, lines } = given;
    let isDown = true;
    const dispatcher = await dispatcherOf(
      aListener((event) => {
        if (isDown) throw new Error("down");
        note(event);
      }),
    );
    await write(...Array.from({ length: 1010 }, (_, index) => aChange(index + 1)));
    expect(await dispatcher.deliverDue()).to.equal(0);
    expect(await store.outbox.failures("plugin/p/notes", false, 0, 2000)).to.have.length(1000);
    expect(lines.filter(({ level }) => level === "error")).to.have.length(1);
    isDown = false;
    await pass(1);
    expect(await dispatcher.deliverDue()).to.equal(1010);
    expect(idsOf(handled)).to.have.members(Array.from({ length: 1010 }, (_, index) => index + 1));
  });

  it("keeps the order of a record also while more than a thousand entries wait", async () => {
    const { store, dispatcherOf, write } = given;
    const dispatcher = await dispatcherOf(aListener(note));
    await write(...Array.from({ length: 1100 }, (_, index) => aChange(index + 1)));
    const entries = await store.outbox.readAfter(0, 2000);
    for (const { position, kind, recordId } of entries)
      await store.outbox.saveFailure({
        ...{ reader: "plugin/p/notes", position, kind, recordId },
        ...{ attempts: 0, dueAt: 0, error: "", isSetAside: false },
      });
    await store.outbox.advance("plugin/p/notes", await store.outbox.last());
    await write(aChange(1100));
    expect(await dispatcher.deliverDue()).to.equal(1101);
    const positions = handled.filter((event) => idsOf([event])[0] === 1100).map(({ id }) => id);
    expect(positions).to.deep.equal(positions.toSorted((one, other) => one - other));
  });

  it("tries again and sets aside what failed with something that has no text", async () => {
    const { store, dispatcherOf, write } = given;
    const failures = [Object.create(null), Object.assign(new Error(), { message: { code: 5 } })];
    const dispatcher = await dispatcherOf(aListener(() => Promise.reject(failures.pop())));
    await write(aChange(1), aChange(2));
    expect(await dispatcher.deliverDue()).to.equal(0);
    const noted = await store.outbox.failures("plugin/p/notes", false, 0, 10);
    expect(noted.map(({ error }) => error)).to.deep.equal(["[object Object]", "object"]);
  });

  it("does not wait for a time that was noted before the clock was set back", async () => {
    const { dispatcherOf, write, clock } = given;
    const day = 24 * 60 * 60 * 1000;
    let failures = 1;
    const fail = aListener((event) => {
      note(event);
      if (failures-- > 0) throw new Error("no luck");
    });
    const early = await dispatcherOf(fail, { clock: { now: () => clock.now() + day } });
    await write(aChange(1));
    expect(await early.deliverDue()).to.equal(0);
    expect(await (await dispatcherOf(fail)).deliverDue()).to.equal(1);
    expect(idsOf(handled)).to.deep.equal([1, 1]);
  });

  it("says once which entries were removed before it came to them, and goes on behind them", async () => {
    const { store, dispatcherOf, write, lines } = given;
    const dispatcher = await dispatcherOf(aListener(note));
    await write(aChange(1));
    await store.outbox.removeOlder(6, 100);
    expect(await dispatcher.deliverDue()).to.equal(0);
    await write(aChange(2));
    expect(await dispatcher.deliverDue()).to.equal(1);
    expect(lines.map(({ message }) => message)).to.deep.equal([
      "Entries were removed before they were delivered to a listener; increase KALENDS_OUTBOX_DAYS if it was off for long",
    ]);
  });

  it("neither notes nor marks what fails after the lease is lost", async () => {
    const { store, dispatcherOf, write, positionOf } = given;
    let isLost = false;
    const dispatcher = await dispatcherOf(
      aListener(() => {
        isLost = true;
        throw new Error("no luck");
      }),
      {
        async runLeased(_name, work) {
          await work({ isStopping: () => isLost });
          return true;
        },
      },
    );
    const before = await positionOf("plugin/p/notes");
    await write(aChange(1), aChange(2));
    expect(await dispatcher.deliverDue()).to.equal(0);
    expect(await store.outbox.failures("plugin/p/notes", false, 0, 10)).to.deep.equal([]);
    expect(await positionOf("plugin/p/notes")).to.equal(before);
  });

  it("delivers in one process at a time", async () => {
    const { dispatcherOf, write } = given;
    let release = (): void => {};
    const one = await dispatcherOf(
      aListener((event) => {
        note(event);
        return new Promise((resolve) => {
          release = resolve;
        });
      }),
    );
    const other = await dispatcherOf(aListener(note));
    await write(aChange(1), aChange(2));
    const delivering = one.deliverDue();
    await flushPromises();
    expect(await other.deliverDue()).to.equal(0);
    release();
    await flushPromises();
    release();
    expect(await delivering).to.equal(2);
    expect(idsOf(handled)).to.deep.equal([1, 2]);
  });

  it("does nothing for a reader that was forgotten", async () => {
    const { store, dispatcherOf, write } = given;
    const dispatcher = await dispatcherOf(aListener(note));
    await write(aChange(1));
    await store.outbox.removeConsumer("plugin/p/notes");
    expect(await dispatcher.deliverDue()).to.equal(0);
  });
});
