import { setImmediate as nextEvent } from "node:timers/promises";
import { inOrder } from "@kalends/core/internals";
import { expect } from "chai";

describe("sources that are read side by side", () => {
  let begun: number[];
  let ended: number[];
  beforeEach(() => {
    [begun, ended] = [[], []];
  });

  /** Yields two values. The first one comes after this number of turns of the event loop. */
  async function* source(name: number, events: number): AsyncGenerator<string, void, undefined> {
    begun.push(name);
    try {
      for (let event = 0; event < events; event += 1) await nextEvent();
      yield `${name}a`;
      yield `${name}b`;
    } finally {
      ended.push(name);
    }
  }
  async function* failing(name: number, ...before: string[]): AsyncGenerator<string, void, undefined> {
    yield* before;
    throw new Error(`no ${name}`);
  }
  const taken = async (sources: readonly AsyncGenerator<string, void, undefined>[]) => {
    const values: string[] = [];
    let failure: unknown;
    try {
      for await (const value of inOrder(sources)) values.push(value);
    } catch (error) {
      failure = error;
    }
    return { values, failure };
  };
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, name) => name);

  it("give their values in their order, whichever is ready first", async () => {
    const { values } = await taken(upTo(20).map((name) => source(name, 20 - name)));
    expect(values).to.deep.equal(upTo(20).flatMap((name) => [`${name}a`, `${name}b`]));
    expect(ended).to.have.members(upTo(20));
  });

  it("are begun eight at a time", async () => {
    const reading = inOrder(upTo(20).map((name) => source(name, 1)));
    expect(await reading.next()).to.have.property("value", "0a");
    expect(begun).to.deep.equal(upTo(8));
    await reading.next();
    expect(await reading.next()).to.have.property("value", "1a");
    expect(begun).to.deep.equal(upTo(9));
  });

  it("are ended, and no more are begun, where nobody takes the rest", async () => {
    for await (const value of inOrder(upTo(20).map((name) => source(name, name)))) {
      expect(value).to.equal("0a");
      break;
    }
    expect(begun).to.deep.equal(upTo(8));
    expect(ended).to.have.members(upTo(8));
  });

  it("fail in their turn, and the others are ended", async () => {
    const sources = [source(0, 5), failing(1, "1a"), failing(2), source(3, 20), source(4, 1)];
    const { values, failure } = await taken(sources);
    expect(values).to.deep.equal(["0a", "0b", "1a"]);
    expect(failure).to.have.property("message", "no 1");
    expect(ended).to.have.members([0, 3, 4]);
  });
});
