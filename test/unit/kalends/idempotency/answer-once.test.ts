import type { Store } from "@kalends/core/storage";
import type { StoredResponse } from "@kalends/http";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import {
  blankResponses,
  createForgetRequests,
  createIdempotency,
  createRunLeased,
  type Idempotency,
  limitRequests,
} from "kalends/internals";
import { CAPACITIES } from "../../../capacities.ts";
import { createFakeTimers, type FakeTimers, flushPromises } from "../../fake-timers.ts";
import { SILENT as logger } from "../silent-logger.ts";

const TRACE = { trace: { requestId: "a request" } };
const KEPT = { status: 201, headers: {}, body: { id: 7 } };
const DAY = 24 * 60 * 60 * 1000;

describe("what is done once", () => {
  let store: Store;
  let timers: FakeTimers;
  let now = Date.UTC(2031, 2, 10);
  const clock = { now: () => now };

  beforeEach(async () => {
    store = await openSqliteStore(":memory:");
    timers = createFakeTimers();
  });
  afterEach(() => store.close());

  const leased = (): Idempotency =>
    createIdempotency({
      store,
      clock,
      timers,
      logger,
      maxWaiting: CAPACITIES.waitingForKey,
      runLeased: createRunLeased({ store, clock, timers, logger }),
    });

  /**
   * Creates the idempotency service of a process that has lost its lease, so that nothing prevents concurrent
   * runs.
   */
  const unleased = (): Idempotency =>
    createIdempotency({
      ...{ store, clock, timers, logger, maxWaiting: CAPACITIES.waitingForKey },
      runLeased: async (_name, work) => {
        await work({ isStopping: () => false });
        return true;
      },
    });

  const request = (run: () => Promise<unknown>, key = "a key", digest = "the same") => ({
    name: [1, "/venues", key] as const,
    rights: ["edit", "publish"],
    isOneUnit: true,
    digest: async () => digest,
    isGone: () => false,
    run: async () => ({ result: await run(), kept: KEPT }),
  });

  /** Writes as an operation does, with the participant in its transaction. */
  const write = ({ participant }: Idempotency, id: number): Promise<void> =>
    store.transaction(async (repositories) => {
      expect(participant.participates(TRACE)).to.equal(true);
      await repositories.documents.save({ collection: "test/written", key: String(id), value: {} });
      await participant.write([{ kind: "venue", id }], TRACE, repositories, []);
    });

  const written = async (): Promise<readonly string[]> =>
    (await store.documents.list({ collection: "test/written", limit: 10 })).map(({ key }) => key);

  it("is waited for by others, but not for ever", async () => {
    const idempotency = leased();
    let finish = (): void => undefined;
    const underWay = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const first = idempotency.once(request(() => underWay));
    await flushPromises();
    const patient = idempotency.once(request(() => Promise.reject(new Error("done twice"))));
    await timers.elapse(12_000);
    expect(await patient).to.deep.equal({ problem: "conflict" });
    const other = idempotency.once(request(() => Promise.reject(new Error("done twice"))));
    await timers.elapse(100);
    finish();
    await first;
    await timers.elapse(1000);
    expect(await other).to.deep.equal({ kept: KEPT });
    expect(timers.waiting()).to.equal(0);
  });

  it("is not done by a process that was taken for dead and goes on", async () => {
    const [slow, quick] = [unleased(), unleased()];
    let release = (): void => undefined;
    const stalled = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = slow.once(request(() => stalled.then(() => write(slow, 1))));
    await quick.once(request(() => write(quick, 2)));
    release();
    expect(await first).to.deep.equal({ kept: KEPT });
    expect(await written()).to.deep.equal(["2"]);
  });

  it("is what its unit has written where its process was killed before it answered", async () => {
    const killed = unleased();
    const lost = killed.once({
      ...request(() => Promise.resolve()),
      run: async () => {
        await write(killed, 3);
        throw new Error("killed");
      },
    });
    await lost.catch(() => undefined);
    expect(await leased().once(request(() => Promise.reject(new Error("done twice"))))).to.deep.equal({
      written: [{ kind: "venue", id: 3, isNew: true }],
    });
    expect(await leased().once(request(() => Promise.resolve(), "a key", "another"))).to.deep.equal({
      problem: "mismatch",
    });
  });

  it("is not answered to an account that has lost rights since", async () => {
    const { once } = leased();
    const again = request(() => Promise.reject(new Error("done twice")));
    await once(request(() => Promise.resolve()));
    expect(await once({ ...again, rights: ["publish"] })).to.deep.equal({ problem: "rights" });
    expect(await once({ ...again, rights: ["delete", "publish", "edit"] })).to.deep.equal({ kept: KEPT });
  });

  it("is done again where nothing was kept of it", async () => {
    const idempotency = leased();
    const failing = request(() => Promise.reject(new Error("no storage")));
    await idempotency.once(failing).then(
      () => expect.fail("it failed"),
      () => undefined,
    );
    expect(await idempotency.once(request(async () => 5))).to.deep.equal({ result: 5 });
  });

  it("takes no part in what its request does not wait for", async () => {
    const idempotency = leased();
    expect(idempotency.participant.participates(TRACE)).to.equal(false);
    let begin = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let later: Promise<boolean> | undefined;
    await idempotency.once(
      request(async () => {
        expect(idempotency.participant.participates({})).to.equal(false);
        later = gate.then(() => idempotency.participant.participates(TRACE));
      }),
    );
    begin();
    expect(await later).to.equal(false);
  });

  it("keeps answers of any length, for a day", async () => {
    const idempotency = leased();
    const body = { text: '\ud83c\udfb7"\\'.repeat(30_000) };
    const kept = { status: 200, headers: {}, body };
    await idempotency.once({ ...request(async () => 1), run: async () => ({ result: 1, kept }) });
    const forget = createForgetRequests({ store, stopwatch: clock });
    await forget(() => false);
    expect(await idempotency.once(request(async () => 2))).to.deep.equal({ kept });
    now += DAY;
    expect(await idempotency.once(request(async () => 3, "a key", "another"))).to.deep.equal({ result: 3 });
    now += DAY;
    await forget(() => false);
    expect(await store.documents.readAfter("", "", 10)).to.deep.equal([]);
  });

  it("is bounded for each account, the oldest first", async () => {
    const idempotency = leased();
    for (const key of ["a", "b", "c"]) {
      now += 1000;
      await idempotency.once(request(async () => key, key));
    }
    await idempotency.once({ ...request(async () => "other"), name: [10, "/venues", "a"] });
    await limitRequests(store, 1, { requests: 3, parts: 0 });
    expect(await idempotency.once(request(async () => "again", "a"))).to.deep.equal({ kept: KEPT });
    await limitRequests(store, 1, { requests: 2, parts: 0 });
    expect(await idempotency.once(request(async () => "again", "a"))).to.deep.equal({ result: "again" });
    expect(
      await idempotency.once({ ...request(async () => "other"), name: [10, "/venues", "a"] }),
    ).to.deep.equal({
      kept: KEPT,
    });
  });

  it("is bounded in what long answers take, the oldest first, with all of their parts", async () => {
    const idempotency = leased();
    const long = { status: 200, headers: {}, body: "x".repeat(80_000) };
    const once = (key: string) =>
      idempotency.once({ ...request(async () => key, key), run: async () => ({ result: key, kept: long }) });
    for (const key of ["a", "b"]) {
      now += 1000;
      await once(key);
    }
    const parts = () => store.documents.count({ collection: "kalends/idempotency-parts", limit: 1 });
    await limitRequests(store, 1, { requests: 10, parts: 6 });
    expect(await parts()).to.equal(6);
    await limitRequests(store, 1, { requests: 10, parts: 5 });
    expect(await parts()).to.equal(3);
    expect(await once("b")).to.deep.equal({ kept: long });
    // The finished request is still stored.
    expect(await once("a")).to.deep.equal({ written: [] });
    await limitRequests(store, 1, { requests: 0, parts: 5 });
    expect(await parts()).to.equal(0);
    expect(await once("b")).to.deep.equal({ result: "b" });
  });

  it("is not waited for by more than some of an account", async () => {
    const idempotency = leased();
    let finish = (): void => undefined;
    const underWay = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const first = idempotency.once(request(() => underWay));
    await flushPromises();
    const crowd = Array.from({ length: 40 }, () => idempotency.once(request(async () => 2)));
    const other = idempotency.once({ ...request(async () => 3), name: [2, "/venues", "a key"] });
    expect(await other).to.deep.equal({ result: 3 });
    finish();
    await first;
    await timers.elapse(1000);
    const answers = await Promise.all(crowd);
    const refused = answers.filter((answer) => "problem" in answer);
    expect(refused).to.deep.equal(Array(8).fill({ problem: "conflict" }));
    expect(answers.filter((answer) => "kept" in answer)).to.have.length(32);
    expect(timers.waiting()).to.equal(0);
  });

  it("has no answer any more when all are blanked, and is not done again", async () => {
    const idempotency = leased();
    const once = (key: string, kept: StoredResponse) =>
      idempotency.once({ ...request(async () => key, key), run: async () => ({ result: key, kept }) });
    const refusal: StoredResponse = { error: { code: "rest_invalid_param", details: {} } };
    await once("short", KEPT);
    await once("long", { status: 200, headers: {}, body: "x".repeat(80_000) });
    await once("refused", refusal);
    await blankResponses(store);
    for (const key of ["short", "long"]) expect(await once(key, KEPT), key).to.deep.equal({ written: [] });
    expect(await once("refused", refusal)).to.deep.equal({ result: "refused" });
    expect(await store.documents.list({ collection: "kalends/idempotency-parts", limit: 1 })).to.deep.equal(
      [],
    );
  });
});
