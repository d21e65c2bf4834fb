import { createCredentialMemory, createGate } from "@kalends/accounts/internals";
import type { Account } from "@kalends/core";
import { expect } from "chai";
import { createHandClock } from "./open-accounts.ts";

const ACCOUNT: Account = { id: 1, name: "ada", role: "editor", credentials: [], revision: 1 };

describe("accounts: credential memory", () => {
  it("is bounded and lets the oldest go", () => {
    const memory = createCredentialMemory({ clock: createHandClock(), capacity: 3 });
    for (const key of ["a", "b", "a", "c", "d"]) memory.add(key);
    expect(memory.size()).to.equal(3);
    expect(["a", "b", "c", "d"].filter((key) => memory.has(key))).to.deep.equal(["a", "c", "d"]);
  });

  it("holds 1,000 unless told otherwise", () => {
    const memory = createCredentialMemory({ clock: createHandClock() });
    for (let index = 0; index < 1_500; index += 1) memory.add(String(index));
    expect(memory.size()).to.equal(1_000);
  });

  it("forgets after 60 seconds, and when the clock went back", () => {
    const clock = createHandClock();
    const memory = createCredentialMemory({ clock });
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
    const memory = createCredentialMemory({ clock: createHandClock() });
    const credential = { id: "x", kind: "password", label: "", hash: "h", createdUtc: "" } as const;
    const keys = [
      memory.keyOf(ACCOUNT, "right"),
      memory.keyOf(ACCOUNT, "wrong"),
      memory.keyOf({ ...ACCOUNT, id: 2 }, "right"),
      memory.keyOf({ ...ACCOUNT, revision: 2 }, "right"),
      memory.keyOf({ ...ACCOUNT, credentials: [credential] }, "right"),
      createCredentialMemory({ clock: createHandClock() }).keyOf(ACCOUNT, "right"),
    ];
    expect(new Set(keys).size).to.equal(keys.length);
    expect(memory.keyOf(ACCOUNT, "ri ght")).to.equal(keys[0]);
  });
});

describe("accounts: gate", () => {
  it("runs a few at once, queues some, turns the rest away", async () => {
    const gate = createGate({ width: 2, waiting: 1, waitingOfOne: 1 });
    const finish: (() => void)[] = [];
    const started: number[] = [];
    const run = (id: number): Promise<number | undefined> =>
      gate.run("one", async () => {
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

  it("keeps places for those who have nothing waiting", async () => {
    const gate = createGate({ width: 1, waiting: 4, waitingOfOne: 2 });
    const finish: (() => void)[] = [];
    const run = (one: string): Promise<string | undefined> =>
      gate.run(one, async () => {
        await new Promise<void>((resolve) => finish.push(resolve));
        return one;
      });
    const results = ["a", "a", "a", "a", "b", "b", "b", "c", "c"].map(run);
    for (let ended = 0; ended < 6; ended += 1) {
      await new Promise(setImmediate);
      finish[ended]?.();
    }
    const [, , , turnedAway] = results;
    expect(await turnedAway).to.equal(undefined);
    expect(await Promise.all(results)).to.deep.equal([
      ...["a", "a", "a", undefined],
      ...["b", "b", undefined],
      ...["c", undefined],
    ]);
  });

  it("goes on after a task that failed", async () => {
    const gate = createGate({ width: 1, waiting: 0, waitingOfOne: 0 });
    const failed = await gate
      .run("one", () => Promise.reject(new Error("no")))
      .catch(({ message }: Error) => message);
    expect(failed).to.equal("no");
    expect(await gate.run("one", async () => "yes")).to.equal("yes");
  });
});
