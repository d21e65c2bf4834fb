import { createHash } from "node:crypto";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { createGate } from "../../stores/gate.ts";
import { stores } from "../../stores.ts";
import { type LinesWatch, linesWith } from "./lines-plugin.ts";

const COUNT = 250;
/** Path of a file of all events that is longer than 4 MiB. */
const LONG = "/events.lines?weight=20000";

const anOpenEvent = (id: number, title: string) =>
  anEvent({ id, title, slug: `event-${id}`, start: "2031-04-01 10:00:00", utcStart: "2031-04-01 10:00:00" });

for (const store of stores) {
  describe(`long files of events on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let watch: LinesWatch = {};
    before(async () => {
      const plugin = linesWith({
        began: () => watch.began?.(),
        event: () => watch.event?.(),
        ended: () => watch.ended?.(),
      });
      calendar = await startCalendar(store, { plugins: [plugin] });
      for (let id = 1; id <= COUNT; id += 1) await calendar.store.events.save(anOpenEvent(id, `Event ${id}`));
    });
    beforeEach(() => {
      watch = {};
    });
    after(() => calendar.close());

    const titlesOf = (text: string): readonly string[] =>
      text
        .split("\n")
        .slice(0, -1)
        .map((line) => line.split(" 2031")[0] ?? "");
    const TITLES = Array.from({ length: COUNT }, (_, index) => `Event ${index + 1}`);

    it("have every event once, in several portions", async () => {
      expect(titlesOf((await calendar.get("/events.lines")).text)).to.deep.equal(TITLES);
    });

    it("are streamed with their tag beyond 4 MiB, and not sent to those who have them", async () => {
      let begun = 0;
      watch = {
        began() {
          begun += 1;
        },
      };
      const { headers, text } = await calendar.get(LONG);
      expect(titlesOf(text)).to.deep.equal(TITLES);
      expect(text.length).to.be.above(4 * 1024 * 1024);
      expect(headers["content-length"]).to.equal(undefined);
      const etag = `"${createHash("sha1").update(text).digest("base64url")}"`;
      expect(headers.etag).to.equal(etag);
      expect(begun).to.equal(2);
      const known = await calendar.get(LONG, { headers: { "if-none-match": etag } });
      expect([known.status, known.text, known.headers.etag]).to.deep.equal([304, "", etag]);
      const head = await calendar.send("HEAD", LONG);
      expect([head.status, head.text, head.headers.etag]).to.deep.equal([200, "", etag]);
    });

    it("have every event once that is there all the time, whatever is written meanwhile", async () => {
      let [written, next] = [0, COUNT];
      watch = {
        async event() {
          written += 1;
          if (written % 60 !== 0) return;
          next += 1;
          await calendar.store.events.save(anOpenEvent(next, `New ${next}`));
          const earlier = anOpenEvent(1, "Event 1");
          await calendar.store.events.save({ ...earlier, date: `2031-01-01 00:00:${next % 60}` });
        },
      };
      const { text } = await calendar.get("/events.lines?weight=1");
      expect(titlesOf(text).filter((title) => title.startsWith("Event"))).to.deep.equal(TITLES);
    });

    /** Sends a request and resolves when the response headers have arrived. The body is not read. */
    const open = (path: string): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        httpRequest(`${calendar.namespace}${path}`, resolve).on("error", reject).end();
      });

    it("are written no further when their client goes, before and after the head", async () => {
      const [begun, left] = [createGate(), createGate()];
      let written = 0;
      watch = { event: begun.open, ended: left.open };
      const waiting = httpRequest(`${calendar.namespace}${LONG}`).on("error", () => {});
      waiting.end();
      await begun.passed;
      waiting.destroy();
      await left.passed;
      const ended = createGate();
      let times = 0;
      watch = {
        event() {
          written += 1;
        },
        ended() {
          times += 1;
          if (times === 2) ended.open();
        },
      };
      // The file is larger than all buffers between server and client.
      const answer = await open("/events.lines?weight=80000");
      answer.destroy();
      await ended.passed;
      expect(written).to.be.below(2 * COUNT);
    });

    it("wait for each other, and no list waits for them", async () => {
      const [begun, go] = [createGate(), createGate()];
      let files = 0;
      watch = {
        began() {
          files += 1;
          if (files === 2) begun.open();
        },
        event: () => go.passed,
      };
      const asked = [3, 4, 5].map((weight) => calendar.get(`/events.lines?weight=${weight}`));
      await begun.passed;
      expect((await calendar.get("/events?per_page=50")).status).to.equal(200);
      expect(files).to.equal(2);
      go.open();
      for (const { text } of await Promise.all(asked)) expect(titlesOf(text)).to.include.members(TITLES);
      expect(files).to.equal(3);
    });

    it("are errors when they fail before their head, and cut off later", async () => {
      const fail = (): never => {
        throw new Error("no more ink");
      };
      watch = { event: fail };
      expect((await calendar.get("/events.lines?weight=2")).status).to.equal(500);
      let begun = 0;
      watch = {
        began() {
          begun += 1;
        },
        event() {
          if (begun === 2) fail();
        },
      };
      // In the second request, the first part of the file is read before the response headers are sent.
      expect((await calendar.get(LONG)).status).to.equal(500);
      let written = 0;
      begun = 0;
      watch = {
        event() {
          written += 1;
          if (written > 100) fail();
        },
      };
      // The ETag is known already, so the file is written only once.
      const answer = await open(LONG);
      const failure = await new Promise((resolve) => {
        answer.on("error", resolve);
        answer.on("end", () => resolve(undefined));
        answer.resume();
      });
      expect(failure).to.be.instanceOf(Error);
    });
  });
}
