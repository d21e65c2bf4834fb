import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { CalendarError, createFairLimiter } from "@kalends/core";
import { type BodyBudget, createBodyBudget } from "@kalends/http/internals";
import { expect } from "chai";

const LARGE = 100 * 1024;
/** Share of one network in bytes. */
const SHARE = 10 * LARGE;

describe("room for bodies", () => {
  let bodies: BodyBudget;
  let failed: string[];
  let errors: CalendarError[];
  let shed: number;
  const clock = { time: 0, now: () => clock.time };

  beforeEach(() => {
    [failed, errors, shed] = [[], [], 0];
    clock.time = 1_000_000;
    bodies = createBodyBudget({
      capacity: 4 * SHARE,
      perKey: SHARE,
      clock,
      trustProxy: 0,
      onShed: () => {
        shed += 1;
      },
    });
  });

  const open = (name: string, remoteAddress: string, besides?: number) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress });
    const req = { headers: {}, httpVersionMajor: 1, socket } as unknown as IncomingMessage;
    const res = new EventEmitter();
    const fail = (error: CalendarError): void => {
      failed.push(name);
      errors.push(error);
    };
    const held = bodies.open({ req, res: res as unknown as ServerResponse }, fail, besides);
    return { ...held, req, socket, res };
  };
  /** Opens this number of large bodies, which are still being received. */
  const fill = (count: number, remoteAddress: string) =>
    Array.from({ length: count }, (_, place) => {
      const body = open(`${remoteAddress} ${place}`, remoteAddress);
      body.hold(LARGE);
      return body;
    });

  it("is for as many of one network as a quarter of it holds", () => {
    fill(10, "192.0.2.1");
    expect([failed, shed]).to.deep.equal([[], 0]);
    open("one more", "192.0.2.1").hold(LARGE);
    expect(failed).to.deep.equal(["one more"]);
    expect(errors[0]).to.be.instanceOf(CalendarError).with.property("code", "rest_storage_unavailable");
    expect(shed).to.equal(1);
  });

  it("counts what has come, as it comes", () => {
    const growing = open("growing", "192.0.2.1");
    for (let come = LARGE; come <= 10 * LARGE; come += LARGE) growing.hold(come);
    expect(failed).to.deep.equal([]);
    growing.hold(10 * LARGE + 1);
    growing.hold(10 * LARGE + 2);
    expect(failed).to.deep.equal(["growing"]);
    expect(fill(10, "192.0.2.1")).to.have.length(10);
    expect(failed).to.deep.equal(["growing"]);
  });

  it("is made for others by the largest body of the network that has most", () => {
    const [, , other] = fill(9, "2001:db8::1");
    other?.hold(LARGE + 1);
    // This body comes from the same network.
    open("small", "2001:db8::2").hold(1000);
    for (const network of ["192.0.2.2", "192.0.2.3", "192.0.2.4"]) fill(9, network);
    fill(3, "192.0.2.1");
    expect(failed).to.deep.equal([]);
    fill(1, "192.0.2.1");
    expect(failed).to.deep.equal(["2001:db8::1 2"]);
  });

  it("is made for what is small by what is large of the same network", () => {
    fill(10, "192.0.2.1");
    open("small", "192.0.2.1").hold(1000);
    expect(failed).to.deep.equal(["192.0.2.1 0"]);
  });

  it("is made by what is large for what is far smaller, and not for what is as large", () => {
    fill(9, "192.0.2.1");
    const smaller = open("smaller", "192.0.2.1");
    smaller.hold(LARGE / 2);
    open("half", "192.0.2.1").hold(LARGE / 2);
    smaller.hold(LARGE / 2 + 1);
    expect(failed).to.deep.equal(["smaller"]);
    open("half", "192.0.2.1").hold(LARGE / 2);
    open("far smaller", "192.0.2.1").hold(LARGE / 4);
    expect(failed).to.deep.equal(["smaller", "192.0.2.1 0"]);
  });

  it("is taken by what a body takes besides, which makes it no larger, until it is whole", () => {
    fill(8, "192.0.2.1");
    const packed = open("packed", "192.0.2.1", LARGE);
    packed.hold(1000);
    fill(1, "192.0.2.1");
    packed.hold(1001);
    expect(failed).to.deep.equal(["192.0.2.1 0"]);
  });

  it("is not made by one body for another of its size, whatever both take besides", () => {
    open("packed", "192.0.2.1", 4 * LARGE).hold(LARGE);
    open("as large", "192.0.2.1", 4 * LARGE).hold(LARGE);
    open("one more", "192.0.2.1").hold(LARGE);
    expect(failed).to.deep.equal(["one more"]);
  });

  it("is taken by what has come alone when that is whole", () => {
    fill(8, "192.0.2.1");
    const packed = open("packed", "192.0.2.1", LARGE);
    packed.hold(LARGE);
    packed.finish();
    fill(1, "192.0.2.1");
    expect(failed).to.deep.equal([]);
  });

  const whole = (count: number, network: string): void => {
    for (const body of fill(count, network)) body.finish();
  };

  it("is not made by what has come whole, which counts all the same", () => {
    whole(10, "192.0.2.1");
    open("one more", "192.0.2.1").hold(1000);
    expect(failed).to.deep.equal(["one more"]);
    for (const network of ["192.0.2.2", "192.0.2.3", "192.0.2.4"]) whole(9, network);
    expect(failed).to.deep.equal(["one more"]);
    fill(3, "192.0.2.5");
    open("small", "192.0.2.6").hold(1000);
    expect(failed).to.deep.equal(["one more", "192.0.2.5 0"]);
  });

  it("is made by others where the network that has most has one of which nothing has come", () => {
    whole(9, "192.0.2.1");
    open("nothing yet", "192.0.2.1").hold(0);
    for (const network of ["192.0.2.2", "192.0.2.3", "192.0.2.4"]) fill(8, network);
    fill(8, "192.0.2.5");
    expect(failed).to.have.length(1);
  });

  it("is made by what is slow for what is fast, in all and of one network", () => {
    const slow = Array.from({ length: 43 }, (_, place) => open(`slow ${place}`, `192.0.2.${place}`));
    for (const body of slow) body.hold(LARGE / 2);
    clock.time += 60_000;
    for (const body of slow.slice(1)) body.hold(LARGE * 0.9);
    slow[0]?.hold(LARGE * 0.95);
    expect(failed).to.deep.equal([]);
    // This body is larger and newer than each of the others.
    const fast = open("fast", "198.51.100.1");
    for (let come = LARGE / 2; come <= 5 * LARGE; come += LARGE / 2) {
      clock.time += 500;
      fast.hold(come);
    }
    expect(failed).to.include("slow 0").and.to.not.include("fast");
    expect(failed.length).to.be.within(2, 6);
    for (const body of [fast, ...slow]) body.release();
    failed = [];
    fill(9, "192.0.2.1");
    clock.time += 60_000;
    open("fast", "192.0.2.1").hold(2 * LARGE);
    expect(failed).to.deep.equal(["192.0.2.1 0"]);
  });

  it("is made by who holds it in many small bodies for long, rather than by who holds a large one", () => {
    for (const network of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"])
      for (let place = 0; place < 95; place += 1) open(network, network).hold(LARGE / 10);
    clock.time += 10_000;
    open("large", "198.51.100.1").hold(4 * LARGE);
    expect(failed.length).to.equal(20);
    expect(failed).to.not.include("large");
  });

  it("gives a permit back with the bytes of its body, at once where these are given back", async () => {
    const limiter = createFairLimiter({ capacity: 2 });
    const [answered, left] = [open("answered", "192.0.2.1"), open("left", "192.0.2.1")];
    answered.hold(1000);
    answered.finish(limiter.acquire(undefined));
    left.socket.emit("close");
    left.finish(limiter.acquire(undefined));
    expect(limiter.used()).to.equal(1);
    bodies.answered(answered);
    expect(limiter.used()).to.equal(0);
  });

  for (const [how, end] of [
    ["is released", (body) => body.release()],
    ["is answered", (body) => bodies.answered(body)],
    ["is answered to its end", (body) => void body.res.emit("close")],
    ["is left by its client", (body) => void body.socket.emit("close")],
  ] as const satisfies readonly (readonly [string, (body: ReturnType<typeof open>) => void])[]) {
    it(`is given back once by a body that ${how}`, () => {
      const [first, second] = fill(10, "192.0.2.1");
      if (first === undefined || second === undefined) throw new Error("There are ten");
      second.finish();
      for (const body of [first, second, first]) end(body);
      first.hold(10 * LARGE);
      fill(2, "192.0.2.1");
      expect(failed).to.deep.equal([]);
      fill(1, "192.0.2.1");
      expect(failed).to.deep.equal(["192.0.2.1 0"]);
    });
  }
});
