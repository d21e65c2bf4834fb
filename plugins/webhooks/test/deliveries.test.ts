import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import {
  EVENT,
  messagesOf,
  type Received,
  type Receiver,
  type Started,
  startReceiver,
  startWebhooks,
  TRACEPARENT,
} from "./start-webhooks.ts";

const [SECOND, MINUTE] = [1000, 60_000];
const HOUR = 60 * MINUTE;
/** Delay after each failed attempt until the next attempt is due. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];

describe("deliveries of webhooks", () => {
  let started: Started;
  let receiver: Receiver;
  beforeEach(async () => {
    [started, receiver] = [await startWebhooks({ timeoutSeconds: 1 }), await startReceiver()];
  });
  afterEach(async () => {
    await receiver.close();
    await started.close();
  });

  it("are signed as the library of the specification verifies, with both secrets for a day", async () => {
    const { add, write, deliver, clock } = started;
    const { id, secret } = await add(receiver, { events: ["event.created", "event.published"] });
    const event = await write("POST", "/events", EVENT);
    await deliver();
    expect(messagesOf(receiver)).to.deep.equal([
      `event.created ${event.id} Fair`,
      `event.published ${event.id} Fair`,
    ]);
    const verify = (which: string, place: number): unknown => {
      const { text, headers } = receiver.received[place] ?? { text: "", headers: {} };
      return new Webhook(which).verify(text, headers as Record<string, string>);
    };
    const [first] = receiver.received;
    expect(verify(secret, 0)).to.deep.equal(first?.body);
    expect(first?.body.data.record).to.include({ id: event.id, title: "Fair", status: "publish" });
    expect(Date.parse(first?.body.timestamp)).to.be.within(clock.time - SECOND, clock.time);
    expect(first?.headers["content-type"]).to.equal("application/json");
    expect(first?.headers.traceparent).to.equal(TRACEPARENT);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).to.equal(2);
    const { secret: next } = await write("PUT", `/webhooks/${id}`, { rotate: true });
    await write("POST", "/events", EVENT);
    await deliver();
    for (const one of [secret, next]) verify(one, 2);
    expect(() => verify(`whsec_${"A".repeat(40)}`, 2)).to.throw();
    clock.time += 24 * HOUR;
    await write("POST", "/events", EVENT);
    await deliver();
    expect(receiver.received[4]?.headers["webhook-signature"]).to.match(/^v1,\S+$/);
  });

  it("are made again after failures, with the same id, and keep the order of their record", async () => {
    const { add, write, deliver, log, clock } = started;
    const { id } = await add(receiver);
    const [one, other] = [await write("POST", "/events", EVENT), await write("POST", "/events", EVENT)];
    const isOfOne = ({ body }: Received): boolean => body.data.id === one.id;
    let failures = 0;
    receiver.respondWith((response) => {
      const fails = failures === 0 && receiver.received.slice(-1).every(isOfOne);
      if (fails) failures += 1;
      response.writeHead(fails ? 500 : 204).end();
    });
    await write("PUT", `/events/${one.id}`, { title: "Later" });
    await deliver();
    // Messages about different records are sent concurrently, so their order is not fixed.
    expect(messagesOf(receiver)).to.have.members([
      `event.created ${one.id} Later`,
      `event.created ${other.id} Fair`,
    ]);
    expect(
      (await log(id)).map(({ state, status }: { state: string; status: number }) => [state, status]),
    ).to.deep.include(["waiting", 500]);
    clock.time += PAUSES[0] ?? 0;
    await deliver();
    expect(messagesOf(receiver).slice(2)).to.deep.equal([
      `event.created ${one.id} Later`,
      `event.updated ${one.id} Later`,
    ]);
    const [first, again] = receiver.received.filter(isOfOne).map(({ headers }) => headers["webhook-id"]);
    expect(again).to.equal(first);
    expect((await log(id)).map(({ state }: { state: string }) => state)).to.deep.equal(
      Array(3).fill("delivered"),
    );
  });

  it("fail by a redirect, without an answer in time and by a connection that is closed, and succeed by their status", async () => {
    const { add, write, request: ask } = started;
    const { id } = await add(receiver);
    const test = async (): Promise<object> => {
      const { delivered, status, error } = (await ask("administrator", "POST", `/webhooks/${id}/test`)).body;
      return { delivered, status, error };
    };
    expect(await test()).to.deep.equal({ delivered: true, status: 200, error: null });
    receiver.respondWith((response) => response.writeHead(302, { location: "/elsewhere" }).end());
    expect(await test()).to.deep.equal({ delivered: false, status: 302, error: null });
    receiver.respondWith(({ socket }) => socket?.destroy());
    expect(await test()).to.deep.equal({ delivered: false, status: null, error: "unreachable" });
    receiver.respondWith(() => {});
    expect(await test()).to.deep.equal({ delivered: false, status: null, error: "unreachable" });
    receiver.respondWith((response) => {
      const more = (): void => {
        while (response.write("x".repeat(65_536)));
        response.once("drain", more);
      };
      more();
    });
    expect(await test()).to.deep.equal({ delivered: true, status: 200, error: null });
    expect(receiver.received).to.have.length(5);
    await write("PUT", `/webhooks/${id}`, { url: "http://127.0.0.1:1/" });
    expect(await test()).to.deep.equal({ delivered: false, status: null, error: "unreachable" });
  });

  it("do not go to inner networks that are not allowed", async () => {
    const calendar = await started.open({}, { pluginAllowHosts: [] });
    const { id } = await started.add(receiver);
    await started.write("POST", "/events", EVENT);
    await started.deliver(calendar);
    expect(receiver.received).to.deep.equal([]);
    expect((await started.log(id))[0]).to.include({
      state: "waiting",
      attempts: 1,
      error: "forbidden-address",
    });
  });

  it("end at once where the receiver is gone", async () => {
    const { add, write, deliver, log, lines } = started;
    receiver.respondWith((response) => response.writeHead(410).end());
    const { id, secret } = await add(receiver);
    for (let index = 0; index < 3; index += 1) await write("POST", "/events", EVENT);
    await deliver();
    await deliver();
    expect(receiver.received.length).to.be.within(1, 2);
    expect(await write("GET", `/webhooks/${id}`)).to.include({ enabled: false, disabled_because: "gone" });
    expect((await log(id)).filter(({ state }: { state: string }) => state === "failed")).to.have.length(
      receiver.received.length,
    );
    expect(lines.join()).to.include("A webhook was switched off").and.not.include(secret);
    receiver.respondWith((response) => response.end());
    await write("PUT", `/webhooks/${id}`, { enabled: true });
    expect(await write("POST", `/webhooks/${id}/replay`)).to.deep.equal({
      replayed: receiver.received.length,
    });
    await deliver();
    expect((await log(id)).map(({ state }: { state: string }) => state)).to.deep.equal(
      Array(3).fill("delivered"),
    );
  });

  it("are tried for three days, then the webhook is switched off", async () => {
    const { add, write, deliver, log, clock, lines } = started;
    receiver.respondWith((response) => response.writeHead(500).end());
    const { id } = await add(receiver);
    await write("POST", "/events", EVENT);
    await deliver();
    for (const pause of PAUSES) {
      clock.time += pause - 1;
      await deliver();
      const before = receiver.received.length;
      clock.time += 1;
      await deliver();
      expect(receiver.received).to.have.length(before + 1);
    }
    expect(receiver.received).to.have.length(10);
    expect((await log(id))[0]).to.include({ state: "failed", attempts: 10, status: 500 });
    expect(await write("GET", `/webhooks/${id}`)).to.include({ enabled: false, disabled_because: "failing" });
    expect(lines.filter((line) => line.includes("A webhook was switched off"))).to.have.length(1);
  });

  it("of one record are put behind the first of them, and follow it in their order", async () => {
    const { add, write, deliver, stored, clock } = started;
    receiver.respondWith((response) => response.writeHead(500).end());
    await add(receiver);
    const event = await write("POST", "/events", EVENT);
    const titles = Array.from({ length: 30 }, (_, index) => `Fair ${index}`);
    for (const title of titles) await write("PUT", `/events/${event.id}`, { title });
    await deliver();
    expect([receiver.received.length, await stored("behind"), await stored("queue")]).to.deep.equal([
      1, 30, 1,
    ]);
    receiver.respondWith((response) => response.end());
    clock.time += PAUSES[0] ?? 0;
    await deliver();
    const ids = receiver.received.slice(1).map(({ headers }) => headers["webhook-id"]);
    expect(ids)
      .to.have.length(31)
      .and.to.deep.equal([...new Set(ids)].toSorted());
    expect([await stored("behind"), await stored("queue")]).to.deep.equal([0, 0]);
  });

  it("of one record that is never taken do not switch off what takes the others", async () => {
    const { add, write, deliver, log, clock } = started;
    const { id } = await add(receiver);
    const poison = await write("POST", "/events", EVENT);
    receiver.respondWith((response) => {
      const { data } = receiver.received.at(-1)?.body ?? {};
      response.writeHead(data.id === poison.id ? 500 : 200).end();
    });
    await deliver();
    for (const pause of PAUSES) {
      clock.time += pause;
      await write("POST", "/events", EVENT);
      await deliver();
    }
    const states = (await log(id)).map(({ state, record }: { state: string; record: number }) => [
      record,
      state,
    ]);
    expect(states).to.deep.include([poison.id, "failed"]);
    expect(states.filter(([, state]: readonly string[]) => state === "delivered")).to.have.length(
      PAUSES.length,
    );
    expect((await write("GET", `/webhooks/${id}`)).enabled).to.equal(true);
    receiver.respondWith((response) => response.end());
    expect(await write("POST", `/webhooks/${id}/replay`)).to.deep.equal({ replayed: 1 });
    await deliver();
    expect(messagesOf(receiver).at(-1)).to.equal(`event.created ${poison.id} Fair`);
  });

  it("leave a receiver alone that takes nothing, however much waits", async () => {
    const { add, write, deliver, clock } = started;
    receiver.respondWith((response) => response.writeHead(503).end());
    await add(receiver);
    for (let index = 0; index < 12; index += 1) await write("POST", "/events", EVENT);
    await deliver();
    const asked = receiver.received.length;
    expect(asked).to.be.within(3, 4);
    await deliver();
    expect(receiver.received).to.have.length(asked);
    clock.time += 2 * MINUTE;
    await deliver();
    expect(receiver.received.length).to.be.within(asked + 1, asked + 2);
    receiver.respondWith((response) => response.end());
    clock.time += HOUR;
    await deliver();
    expect(new Set(messagesOf(receiver)).size).to.equal(12);
  });

  it("are sent again by id, and listed by pages, the latest first", async () => {
    const { add, write, deliver, request: ask } = started;
    const { id } = await add(receiver);
    const other = await add(receiver, { events: ["tag.created"] });
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      started.clock.time += SECOND;
      ids.push((await write("POST", "/events", EVENT)).id);
    }
    await deliver();
    const listed: number[] = [];
    let last = "";
    let query = "?per_page=2";
    for (;;) {
      const page = await write("GET", `/webhooks/${id}/deliveries${query}`);
      listed.push(...page.deliveries.map(({ record }: { record: number }) => record));
      last = page.deliveries.at(-1).id;
      if (page.next_cursor === null) break;
      query = `?per_page=2&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    expect(listed).to.deep.equal(ids.toReversed());
    expect(await write("POST", `/webhooks/${id}/replay`, { delivery: last })).to.deep.equal({ replayed: 1 });
    await deliver();
    expect(messagesOf(receiver).at(-1)).to.equal(`event.created ${ids[0]} Fair`);
    const { status, body } = await ask("administrator", "POST", `/webhooks/${other.id}/replay`, {
      delivery: last,
    });
    expect([status, Object.keys(body.data.params)]).to.deep.equal([400, ["delivery"]]);
  });
});
