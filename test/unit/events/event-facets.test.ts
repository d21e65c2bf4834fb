import type { Actor } from "@kalends/core";
import { ANONYMOUS, ROLE_CAPABILITIES } from "@kalends/core";
import type { EventRepository, Store } from "@kalends/core/storage";
import { expect } from "chai";
import { openCalendar, refusal, type TestCalendar } from "./calendar.ts";

const editor = (id: number): Actor => ({ id, capabilities: new Set(ROLE_CAPABILITIES.editor) });

/** Counting of a store that waits until the test releases it. */
interface Gate {
  readonly wrap: (store: Store) => Store;
  /** Number of times that the store was asked to count. */
  calls(): number;
  open(): void;
}

const createGate = (change: Partial<Store> = {}): Gate => {
  let calls = 0;
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    calls: () => calls,
    open: () => open(),
    wrap(store) {
      const facets: EventRepository["facets"] = async (...asked) => {
        calls += 1;
        await opened;
        return store.events.facets(...asked);
      };
      return { ...store, ...change, events: { ...store.events, facets } };
    },
  };
};

describe("counting by facets", () => {
  let gate: Gate;
  let calendar: TestCalendar;

  const opened = async (change: Partial<Store> = {}): Promise<void> => {
    gate = createGate(change);
    calendar = await openCalendar({ wrap: gate.wrap });
    await calendar.createEvent({ tags: "late" });
  };
  beforeEach(() => opened());
  afterEach(() => calendar.store.close());

  const count = (search: string, by: Actor) => calendar.list({ search, facets: "tags" }, by);

  // rules/facets.md#facet-limit
  it("refuses a fifth request of a caller while four are counting", async () => {
    const running = ["a", "b", "c", "d"].map((search) => count(search, editor(1)));
    for (let turn = 0; gate.calls() < 4 && turn < 1_000; turn += 1) await new Promise(setImmediate);
    expect(await refusal(count("e", editor(1)))).to.deep.equal({ code: "rest_too_many_requests" });
    const other = count("nothing", editor(2));
    gate.open();
    await Promise.all([...running, other]);
    expect((await count("nothing", editor(1))).facets).to.deep.equal({ tags: [] });
  });

  // rules/facets.md#facet-limit
  it("does not limit a host that reads for its visitors", async () => {
    const running = ["a", "b", "c", "d", "e"].map((search) => count(search, ANONYMOUS));
    for (let turn = 0; gate.calls() < 5 && turn < 1_000; turn += 1) await new Promise(setImmediate);
    gate.open();
    expect((await Promise.all(running)).map(({ total }) => total)).to.deep.equal([1, 0, 0, 0, 1]);
  });

  // rules/facets.md#facet-cache
  it("counts equal lists once until the store changes", async () => {
    gate.open();
    const all = () => calendar.list({ facets: "tags" });
    const [one] = await Promise.all([all(), all(), all()]);
    expect(one?.facets?.tags?.map(({ name, count }) => [name, count])).to.deep.equal([["late", 1]]);
    await all();
    // The page does not matter for counts.
    await calendar.list({ facets: "tags", per_page: 1 });
    expect(gate.calls()).to.equal(1);
    await calendar.createEvent({ tags: "late" });
    expect((await all()).facets?.tags?.map((value) => value.count)).to.deep.equal([2]);
    expect(gate.calls()).to.equal(2);
  });

  // rules/facets.md#facet-cache
  it("counts every time if the store cannot tell whether it has changed", async () => {
    await calendar.store.close();
    await opened({ revision: () => undefined });
    gate.open();
    await calendar.list({ facets: "tags" });
    await calendar.list({ facets: "tags" });
    expect(gate.calls()).to.equal(2);
  });

  // rules/facets.md#facet-cache
  it("keeps no counts of a failed read", async () => {
    await calendar.store.close();
    let isBroken = true;
    calendar = await openCalendar({
      wrap: (store) => ({
        ...store,
        events: {
          ...store.events,
          facets: (...asked) =>
            isBroken ? Promise.reject(new Error("The disk is gone.")) : store.events.facets(...asked),
        },
      }),
    });
    const failure = await calendar.list({ facets: "month" }).catch((error: Error) => error.message);
    expect(failure).to.equal("The disk is gone.");
    isBroken = false;
    expect((await calendar.list({ facets: "month" })).facets).to.deep.equal({ month: [] });
  });
});
