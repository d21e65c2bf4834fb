import {
  createCredentialMemory,
  createRecentSignIns,
  createSignInQueue,
  type QueueLimits,
  type QueuePosition,
} from "@kalends/accounts/internals";
import type { Account } from "@kalends/core/storage";
import { expect } from "chai";
import { createHandClock } from "./open-accounts.ts";

const PLACE: QueuePosition = { queue: "all", source: "one" };
const ACCOUNT: Account = { id: 1, name: "ada", role: "editor", credentials: [], revision: 1 };

describe("accounts: credential memory", () => {
  it("is bounded and lets the oldest go", () => {
    const memory = createCredentialMemory(createHandClock(), 3);
    for (const key of ["a", "b", "a", "c", "d"]) memory.add(key);
    expect(memory.size()).to.equal(3);
    expect(["a", "b", "c", "d"].filter((key) => memory.has(key))).to.deep.equal(["a", "c", "d"]);
  });

  it("holds 1,000 unless told otherwise", () => {
    const memory = createCredentialMemory(createHandClock());
    for (let index = 0; index < 1_500; index += 1) memory.add(String(index));
    expect(memory.size()).to.equal(1_000);
  });

  it("forgets after 60 seconds, and when the clock went back", () => {
    const clock = createHandClock();
    const memory = createCredentialMemory(clock);
    memory.add("a");
    clock.advance(59_999);
    expect(memory.has("a")).to.equal(true);
    clock.advance(1);
    expect(memory.has("a")).to.equal(false);
    memory.add("b");
    clock.advance(-1);
    expect(memory.has("b")).to.equal(false);
  });

  it("has keys that differ by account, revision, credentials, password and process", () => {
    const memory = createCredentialMemory(createHandClock());
    const credential = { id: "x", kind: "password", label: "", hash: "h", createdUtc: "" } as const;
    const keyOf = (account: Account | undefined, password = "right password", name = "ada"): string =>
      memory.keyOf(name, account, password, account?.credentials ?? []);
    const keys = [
      keyOf(ACCOUNT),
      keyOf(undefined),
      keyOf(undefined, "right password", "bob"),
      keyOf(ACCOUNT, "wrong"),
      keyOf({ ...ACCOUNT, id: 2 }),
      keyOf({ ...ACCOUNT, revision: 2 }),
      keyOf({ ...ACCOUNT, credentials: [credential] }),
      createCredentialMemory(createHandClock()).keyOf("ada", ACCOUNT, "right password", []),
    ];
    expect(new Set(keys).size).to.equal(keys.length);
    expect(keyOf(ACCOUNT, "right password", "ÁDA")).to.equal(keys[0]);
    expect(keyOf(undefined, "right password", "ÁDA")).to.equal(keys[1]);
  });
});

describe("accounts: recent sign-ins", () => {
  it("knows from where an account signed in during the last hour", () => {
    const clock = createHandClock();
    const recent = createRecentSignIns(clock);
    recent.add(1, "a");
    expect([recent.has(1, "a"), recent.has(1, "b"), recent.has(2, "a")]).to.deep.equal([true, false, false]);
    clock.advance(3_599_999);
    expect(recent.has(1, "a")).to.equal(true);
    clock.advance(1);
    expect(recent.has(1, "a")).to.equal(false);
  });

  it("is bounded, and lets nobody push out what is known of others", () => {
    const recent = createRecentSignIns(createHandClock(), { accounts: 2, sourcesPerAccount: 3 });
    recent.add(1, "home");
    for (let index = 0; index < 100; index += 1) recent.add(2, `source ${index}`);
    expect(recent.size()).to.equal(4);
    expect(recent.has(1, "home")).to.equal(true);
    expect(recent.has(2, "source 99")).to.equal(true);
    recent.add(3, "elsewhere");
    expect(recent.size()).to.equal(4);
    expect(recent.has(1, "home")).to.equal(false);
  });

  it("holds 20,000 pairs at most", () => {
    const recent = createRecentSignIns(createHandClock());
    for (let id = 1; id <= 1_100; id += 1)
      for (let index = 0; index < 22; index += 1) recent.add(id, `source ${index}`);
    expect(recent.size()).to.equal(20_000);
  });
});

describe("accounts: the queue of sign-ins", () => {
  it("runs a few at once, queues some, turns the rest away", async () => {
    const runInTurn = createSignInQueue({ maxConcurrent: 2, waiting: 1, waitingPerSource: 9 });
    const finish: (() => void)[] = [];
    const started: number[] = [];
    const run = (id: number): Promise<number | undefined> =>
      runInTurn({ queue: "all", source: "one" }, async () => {
        started.push(id);
        await new Promise<void>((resolve) => finish.push(resolve));
        return id;
      });
    const results = [1, 2, 3, 4].map(run);
    expect(await results[3]).to.equal(undefined);
    expect(started).to.deep.equal([1, 2]);
    finish[0]?.();
    expect(await results[0]).to.equal(1);
    await new Promise(setImmediate);
    expect(started).to.deep.equal([1, 2, 3]);
    for (const end of finish) end();
    expect(await Promise.all(results)).to.deep.equal([1, 2, 3, undefined]);
  });

  /** Runs tasks that arrive together; returns their results and the order in which they ran. */
  const runAll = async (limits: QueueLimits, places: readonly QueuePosition[]) => {
    const runInTurn = createSignInQueue(limits);
    const order: string[] = [];
    const results = await Promise.all(
      places.map(({ queue, source }) =>
        runInTurn({ queue, source }, async () => {
          order.push(`${queue} ${source}`);
          await new Promise(setImmediate);
          return source;
        }),
      ),
    );
    return { results, order };
  };

  it("keeps places in a queue for other sources", async () => {
    const places = ["a", "a", "a", "a", "b", "b", "c"].map((source) => ({ queue: "all", source }));
    const { results } = await runAll({ maxConcurrent: 1, waiting: 4, waitingPerSource: 2 }, places);
    expect(results).to.deep.equal(["a", "a", "a", undefined, "b", "b", undefined]);
  });

  it("lets queues take turns, each with places of its own", async () => {
    const places = ["a", "a", "a", "a", "a", "b", "b", "c"].map((queue) => ({ queue, source: "x" }));
    const { results, order } = await runAll({ maxConcurrent: 1, waiting: 3, waitingPerSource: 3 }, places);
    expect(order).to.deep.equal(["a x", "a x", "b x", "c x", "a x", "b x", "a x"]);
    expect(results.filter((result) => result === undefined)).to.have.length(1);
  });

  it("goes on after a task that failed", async () => {
    const runInTurn = createSignInQueue({ maxConcurrent: 1, waiting: 0, waitingPerSource: 0 });
    const failed = await runInTurn(PLACE, () => Promise.reject(new Error("no"))).catch(
      ({ message }: Error) => message,
    );
    expect(failed).to.equal("no");
    expect(await runInTurn(PLACE, async () => "yes")).to.equal("yes");
  });
});
