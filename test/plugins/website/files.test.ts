import { createHash } from "node:crypto";
import { type ClientRequest, get } from "node:http";
import { setImmediate as nextEvent } from "node:timers/promises";
import type { Plugin } from "@kalends/core/interface";
import { anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { createGate } from "../../stores/gate.ts";
import { lastingStores } from "../../stores.ts";
import { type LinesWatch, linesWith } from "../formats/lines-plugin.ts";

/** Number of parts of the file at `/file`. With `?long=1`, they exceed 4 MiB. */
const PORTIONS = 300;
const LONG_PORTION = `${"x".repeat(20_000)}\n`;

interface FileWatch {
  began?(): void;
  /** Called before each part is written. Writing waits until the result resolves. */
  portion?(): void | Promise<void>;
  ended?(): void;
}

const withFile = (watch: FileWatch, asked: string[]): Plugin => ({
  name: "file-pages",
  setup: () => ({
    website: [
      {
        pure: true,
        handle({ path, query }) {
          if (path === "/nonsense") return { type: "text/plain", write: "no function" as never };
          if (path !== "/file") return undefined;
          asked.push(path);
          const portion = query.has("long") ? LONG_PORTION : "a portion\n";
          return {
            type: "text/x-portions",
            headers: { "X-Robots-Tag": "noindex" },
            async *write() {
              watch.began?.();
              try {
                for (let count = 0; count < PORTIONS; count += 1) {
                  await watch.portion?.();
                  yield portion;
                }
              } finally {
                watch.ended?.();
              }
            },
          };
        },
      },
    ],
  }),
});

// The response does not depend on the storage.
for (const store of lastingStores.slice(0, 1)) {
  describe("files at the addresses of pages", () => {
    let watch: FileWatch;
    let lines: LinesWatch;
    let asked: string[];
    let calendar: StartedCalendar;
    let begun: number;

    beforeEach(async () => {
      [watch, lines, asked, begun] = [{}, {}, [], 0];
      const ofWebsite = withFile(
        {
          began() {
            begun += 1;
            watch.began?.();
          },
          portion: () => watch.portion?.(),
          ended: () => watch.ended?.(),
        },
        asked,
      );
      const ofInterface = linesWith({ began: () => lines.began?.(), event: () => lines.event?.() });
      calendar = await startCalendar(store, { plugins: [ofWebsite, ofInterface], cacheMemory: 0 });
      await calendar.store.events.save(
        anEvent({ id: 1, slug: "one", start: "2031-04-01 10:00:00", utcStart: "2031-04-01 14:00:00" }),
      );
    });
    afterEach(() => calendar.close());

    const open = (path: string): ClientRequest =>
      get(`${calendar.origin}${path}`)
        .on("error", () => {})
        .on("response", (response) => response.resume());
    const isOver = (request: ClientRequest): Promise<void> =>
      new Promise((resolve) => request.on("close", () => resolve()).destroy());

    it("are sent whole with their length and a tag where they are short", async () => {
      const text = "a portion\n".repeat(PORTIONS);
      const { status, headers, ...answer } = await calendar.get("//file");
      expect([status, answer.text, begun]).to.deep.equal([200, text, 1]);
      expect(headers).to.include({
        "content-type": "text/x-portions; charset=UTF-8",
        "content-length": String(text.length),
        "x-robots-tag": "noindex",
        etag: `"${createHash("sha1").update(text).digest("base64url")}"`,
      });
      const known = await calendar.get("//file", { headers: { "if-none-match": headers.etag ?? "" } });
      expect([known.status, known.text]).to.deep.equal([304, ""]);
    });

    it("are written once for their tag and once more for the client where they are long", async () => {
      const { headers, text } = await calendar.get("//file?long=1");
      expect([text.length, begun]).to.deep.equal([PORTIONS * LONG_PORTION.length, 2]);
      expect(headers["content-length"]).to.equal(undefined);
      expect(headers.etag).to.equal(`"${createHash("sha1").update(text).digest("base64url")}"`);
      const head = await calendar.send("HEAD", "//file?long=1");
      expect([head.status, head.text, head.headers.etag]).to.deep.equal([200, "", headers.etag]);
    });

    it("are errors where they cannot be written", async () => {
      expect((await calendar.get("//nonsense")).status).to.equal(500);
      watch.portion = () => Promise.reject(new Error("no more ink"));
      const { status, headers } = await calendar.get("//file");
      expect([status, headers["content-type"]]).to.deep.equal([500, "text/html; charset=UTF-8"]);
    });

    it("share their places with the files of the interface", async () => {
      const [writing, go] = [createGate(), createGate()];
      let files = 0;
      lines = {
        began() {
          files += 1;
          if (files === 2) writing.open();
        },
        event: () => go.passed,
      };
      const asking = [1, 2].map((weight) => calendar.get(`/events.lines?weight=${weight}`));
      await writing.passed;
      const file = calendar.get("//file");
      while (asked.length === 0) await nextEvent();
      // Pages do not wait for files: the page is returned before the file begins.
      expect((await calendar.get("//elsewhere")).status).to.equal(404);
      expect(begun).to.equal(0);
      go.open();
      for (const answer of [...asking, file]) expect((await answer).status).to.equal(200);
      expect(begun).to.equal(1);
    });

    it("are read no further when their clients go, who keep their places until then", async () => {
      const gates = [createGate(), createGate()];
      let [written, ended] = [0, 0];
      watch = {
        async portion() {
          written += 1;
          if (written <= 2) await gates[written - 1]?.passed;
        },
        ended() {
          ended += 1;
        },
      };
      const first = [open("/file?number=1"), open("/file?number=2")];
      while (written < 2) await nextEvent();
      await Promise.all(first.map(isOver));
      const other = calendar.get("//file?number=3");
      while (asked.length < 3) await nextEvent();
      expect((await calendar.get("//elsewhere")).status).to.equal(404);
      expect([begun, ended], "the work of those who have gone is under way").to.deep.equal([2, 0]);
      for (const gate of gates) gate.open();
      expect((await other).status).to.equal(200);
      expect([begun, ended]).to.deep.equal([3, 3]);
      expect(written, "portions for three").to.be.below(2 * PORTIONS);
    });
  });
}
