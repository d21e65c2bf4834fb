import type { IncomingMessage } from "node:http";
import { type Admission, createAdmission } from "@kalends/http/internals";
import { expect } from "chai";
import { CAPACITIES } from "../../capacities.ts";

const AT_ONCE = 16;

describe("admission", () => {
  let now: number;
  let reasons: string[];
  let admission: Admission;

  beforeEach(() => {
    now = 1_000_000;
    reasons = [];
    const clock = { now: () => now };
    admission = createAdmission({
      clock,
      atOnce: AT_ONCE,
      trustProxy: 0,
      shares: CAPACITIES.http.shares,
      onShed: (why) => reasons.push(why),
    });
  });

  const enter = (remoteAddress: string, complete = true) =>
    admission.enter({
      req: { headers: {}, socket: { remoteAddress }, complete } as unknown as IncomingMessage,
    });
  /** Lets `count` requests enter and returns the number that is admitted. */
  const enterMany = (count: number, addressOf: (place: number) => string, complete = true): number =>
    Array.from({ length: count }, (_, place) => enter(addressOf(place), complete)).filter(Boolean).length;

  it("lets as many in as there is room for, and as many more as leave", () => {
    const leaves = Array.from({ length: AT_ONCE }, (_, place) => enter(`192.0.2.${place}`));
    expect(leaves.every((leave) => leave !== undefined)).to.equal(true);
    expect(enter("192.0.2.99")).to.equal(undefined);
    leaves[3]?.();
    expect(enter("192.0.2.99")).not.to.equal(undefined);
    expect(enter("192.0.2.99")).to.equal(undefined);
    expect(reasons).to.deep.equal(["requests", "requests"]);
  });

  it("leaves a quarter of the room to those who have little under way", () => {
    expect(enterMany(100, () => "192.0.2.1")).to.equal(12);
    expect(enterMany(100, () => "192.0.2.2")).to.equal(4);
    expect(enterMany(100, () => "192.0.2.3")).to.equal(0);
  });

  it("counts those of one network together", () => {
    expect(enterMany(100, (place) => `2001:db8:0:1::${place}`)).to.equal(12);
    expect(enterMany(100, (place) => `2001:db8:0:2::${place}`)).to.equal(4);
  });

  it("does not count those whose bodies are still coming", () => {
    expect(enterMany(1_000, () => "192.0.2.1", false)).to.equal(1_000);
    expect(enter("192.0.2.2")).not.to.equal(undefined);
  });

  it("counts them once they have come, and looks at few of them for each new one", () => {
    let [looks, complete] = [0, false];
    const slow = {
      headers: {},
      socket: { remoteAddress: "192.0.2.1" },
      get complete() {
        looks += 1;
        return complete;
      },
    };
    for (let count = 0; count < 1_000; count += 1)
      admission.enter({ req: slow as unknown as IncomingMessage });
    looks = 0;
    expect(enter("192.0.2.2")).not.to.equal(undefined);
    expect(looks).to.be.within(1, 100);
    complete = true;
    expect(enter("192.0.2.2")).to.equal(undefined);
  });

  it("counts nobody who has left, slow or not", () => {
    const leaves = [false, true].flatMap((complete) =>
      Array.from({ length: AT_ONCE - 1 }, () => enter("192.0.2.1", complete)),
    );
    expect(enter("192.0.2.1")).to.equal(undefined);
    for (const leave of leaves) leave?.();
    expect(enterMany(100, () => "192.0.2.1")).to.equal(12);
  });

  it("lets fewer in while the event loop is late, and until it was on time for a while", () => {
    admission.noteWait(1_001);
    expect(enterMany(100, () => "192.0.2.1")).to.equal(4);
    expect(new Set(reasons)).to.deep.equal(new Set(["event-loop"]));
    now += 999;
    expect(enter("192.0.2.1")).to.equal(undefined);
    admission.noteWait(900);
    now += 1;
    expect(enter("192.0.2.1")).not.to.equal(undefined);
  });

  it("leaves as much again to those who have nothing under way while the event loop is late", () => {
    admission.noteWait(1_001);
    expect(enterMany(100, () => "192.0.2.1")).to.equal(4);
    expect(enterMany(100, () => "192.0.2.2")).to.equal(1);
    expect(enterMany(100, (place) => `198.51.100.${place}`)).to.equal(3);
  });

  it("lets everything in where there is no bound", () => {
    admission = createAdmission({
      clock: { now: () => now },
      atOnce: 0,
      trustProxy: 0,
      shares: CAPACITIES.http.shares,
    });
    admission.noteWait(10_000);
    expect(enterMany(1_000, () => "192.0.2.1")).to.equal(1_000);
  });
});
