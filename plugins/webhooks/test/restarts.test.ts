import { expect } from "chai";
import {
  EVENT,
  messagesOf,
  type Receiver,
  type Started,
  startReceiver,
  startWebhooks,
} from "./start-webhooks.ts";

const DAY = 24 * 60 * 60 * 1000;

/** Address of a MongoDB server. If it is set, the tests also run with MongoDB. */
const MONGODB = process.env.KALENDS_TEST_MONGODB_ADDRESS;

for (const server of MONGODB === undefined ? [undefined] : [undefined, MONGODB])
  describe(`webhooks over time${server === undefined ? "" : " on mongodb"}`, () => {
    let started: Started;
    let receiver: Receiver;
    beforeEach(async () => {
      [started, receiver] = [await startWebhooks({ logDays: 7 }, server), await startReceiver()];
    });
    afterEach(async () => {
      await receiver.close();
      await started.close();
    });
    const sweep = async (): Promise<void> => {
      const { calendar } = started;
      await calendar()
        .jobs.find(({ name }) => name === "sweep")
        ?.run();
    };

    it("send from another process what this one has noted, each once and in order", async () => {
      await started.add(receiver);
      const other = await started.open();
      const ids: number[] = [];
      for (let index = 0; index < 6; index += 1) {
        const { id } = await started.write("POST", "/events", EVENT);
        await started.write("PUT", `/events/${id}`, { title: "Later" });
        ids.push(id);
      }
      await Promise.all([started.deliver(), started.deliver(other)]);
      await started.deliver(other);
      expect(receiver.received).to.have.length(12);
      for (const id of ids)
        expect(messagesOf(receiver).filter((line) => line.includes(` ${id} `))).to.deep.equal([
          `event.created ${id} Later`,
          `event.updated ${id} Later`,
        ]);
    });

    it("repeat a message whose answer nobody has noted, with the same id", async () => {
      await started.add(receiver);
      await started.write("POST", "/events", EVENT);
      const dying = await started.open();
      const closing = new Promise<void>((resolve) => {
        receiver.respondWith((response) => {
          receiver.respondWith((later) => later.end());
          // The receiver has got the message, but the sending process closes before it receives the response.
          void dying.close().then(resolve);
          response.destroy();
        });
      });
      await started.deliver(dying).catch(() => undefined);
      await closing;
      started.clock.time += 60_000;
      await started.deliver();
      const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
      expect(ids).to.have.length(2);
      expect(ids[0]).to.equal(ids[1]);
    });

    it("send nothing more for a webhook that is removed, and forget what waited for it", async () => {
      const { id } = await started.add(receiver);
      receiver.respondWith((response) => response.writeHead(500).end());
      await started.write("POST", "/events", EVENT);
      await started.deliver();
      await started.write("DELETE", `/webhooks/${id}`);
      started.clock.time += DAY;
      await started.deliver();
      expect(receiver.received).to.have.length(1);
      expect(await started.stored()).to.equal(1);
      await sweep();
      expect(await started.stored()).to.equal(0);
      expect(started.lines).to.deep.equal([]);
    });

    it("forget deliveries that are old, but none that waits", async () => {
      const { id } = await started.add(receiver);
      await started.write("POST", "/events", EVENT);
      await started.deliver();
      started.clock.time += 6 * DAY;
      await started.write("POST", "/events", EVENT);
      receiver.respondWith((response) => response.writeHead(500).end());
      await started.deliver();
      await sweep();
      expect(await started.log(id)).to.have.length(2);
      started.clock.time += 2 * DAY;
      await sweep();
      expect(await started.log(id)).to.have.length(1);
      expect((await started.log(id))[0]).to.include({ state: "waiting", status: 500 });
    });

    it("go on with what waits for a delivery that was removed", async () => {
      const { id } = await started.add(receiver);
      receiver.respondWith((response) => response.writeHead(500).end());
      const event = await started.write("POST", "/events", EVENT);
      started.clock.time += 2 * DAY;
      await started.write("PUT", `/events/${event.id}`, { title: "Later" });
      await started.deliver();
      expect(await started.stored("behind")).to.equal(1);
      await started.write("PUT", `/webhooks/${id}`, { enabled: false });
      started.clock.time += 6 * DAY;
      await sweep();
      expect(await started.stored()).to.equal(1);
      receiver.respondWith((response) => response.end());
      await started.write("PUT", `/webhooks/${id}`, { enabled: true });
      await started.deliver();
      expect(messagesOf(receiver).at(-1)).to.equal(`event.updated ${event.id} Later`);
    });

    it("are bounded: a webhook for which too much waits is switched off, and the log keeps the latest", async () => {
      const { add, write, deliver, log, clock, lines } = started;
      const { id } = await add(receiver);
      const events: number[] = [];
      for (let index = 0; index < 4; index += 1) {
        clock.time += 1000;
        events.push((await write("POST", "/events", EVENT)).id);
      }
      await deliver();
      const sweepWithin = async (): Promise<void> => {
        const bounded = await started.open({ mostWaiting: 2, mostLogged: 2 });
        await bounded.jobs.find(({ name }) => name === "sweep")?.run();
        await bounded.close();
      };
      await sweepWithin();
      expect((await log(id)).map(({ record }: { record: number }) => record)).to.deep.equal(
        events.slice(2).toReversed(),
      );
      receiver.respondWith((response) => response.writeHead(500).end());
      for (let index = 0; index < 3; index += 1) await write("POST", "/events", EVENT);
      await deliver();
      await sweepWithin();
      expect(await write("GET", `/webhooks/${id}`)).to.include({
        enabled: false,
        disabled_because: "too-many-waiting",
      });
      expect(await log(id)).to.have.length(5);
      expect(lines.join()).to.include('"fault":"too-many-waiting","waiting":3');
    });

    it("are noted while they are switched on, and wait while they are off", async () => {
      const { id } = await started.add(receiver);
      await started.write("POST", "/events", EVENT);
      await started.deliver();
      await started.write("PUT", `/webhooks/${id}`, { enabled: false });
      await started.write("POST", "/events", EVENT);
      await started.deliver();
      await started.write("PUT", `/webhooks/${id}`, { enabled: true });
      await started.write("POST", "/events", EVENT);
      await started.deliver();
      expect(receiver.received).to.have.length(2);
    });
  });
