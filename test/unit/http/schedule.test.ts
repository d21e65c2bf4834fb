import { createSchedule } from "@kalends/http/internals";
import { expect } from "chai";
import { toCapacities } from "kalends/internals";
import type { Context } from "koa";

/** Returns a request of the client with this number. */
const requestOf = (client: number): Context =>
  ({
    req: { complete: true, headers: {}, socket: { remoteAddress: `192.0.2.${client}` } },
  }) as unknown as Context;

const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the schedule of lists", () => {
  const capacities = toCapacities({ requestsAtOnce: 128, bodyLimit: 1_000, changeStreams: 0 }).http;
  const create = (refusals: string[] = []) =>
    createSchedule({
      clock: { now: () => 0 },
      settings: { capacities, trustProxy: 0 },
      arrivals: { passed: nextRound },
      inTurnOfRefusal: async () => void refusals.push("waited"),
      isLargeUsed: () => false,
    });
  /** Returns the number of short lists that begin in the first rounds of the event loop. */
  const begunIn = async (rounds: number, lists: number): Promise<number> => {
    const schedule = create();
    let begun = 0;
    let isOver = false;
    const list = async (): Promise<void> => {
      if (!isOver) begun += 1;
    };
    const all = Array.from({ length: lists }, (_, index) => schedule(requestOf(index % 8), "short", list));
    for (let round = 0; round < rounds; round += 1) await nextRound();
    isOver = true;
    await Promise.all(all);
    return begun;
  };

  it("begins short lists as they come, and one in each round where there are many", async () => {
    expect(await begunIn(1, 32)).to.equal(32);
    expect(await begunIn(10, 80)).to.be.within(1, 30);
  });

  it("has refusals wait for their turn", async () => {
    const refusals: string[] = [];
    const schedule = create(refusals);
    let end = (): void => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const outcomes = Array.from({ length: 200 }, () =>
      schedule(requestOf(1), "short", () => held).catch((error: Error) => error.message),
    );
    await nextRound();
    expect(refusals.length).to.be.greaterThan(0);
    end();
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome !== undefined);
    expect(refused).to.deep.equal(refusals.map(() => "rest_storage_unavailable"));
  });
});
