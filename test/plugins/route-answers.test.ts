import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Plugin, PluginDeps, PluginRoute, RouteResponse } from "@kalends/core/interface";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { createGate } from "../stores/gate.ts";
import { firstStore } from "../stores.ts";

const MEDIA_TYPES = ["text/plain", "text/html", "image/png", "application/x-ndjson"];

for (const store of firstStore) {
  describe(`routes that do not answer JSON on ${store.name}`, () => {
    let calendar: StartedCalendar;
    /** Responses of the route, by name. */
    const answers = new Map<string, () => RouteResponse>();
    const logged: unknown[] = [];
    const route: PluginRoute = {
      method: "GET",
      path: "/content",
      description: "Some content.",
      parameters: { name: { description: "Which.", type: "string", required: true } },
      mediaTypes: Object.fromEntries(MEDIA_TYPES.map((type) => [type, { type: "string" }])),
      permits: () => true,
      run: ({ name }) => {
        const answer = answers.get(String(name));
        if (answer === undefined) throw new Error(`Nothing is called ${String(name)}`);
        return answer();
      },
    };
    before(async () => {
      calendar = await startCalendar(store, {
        logger: { debug() {}, info() {}, warn() {}, error: (...line) => void logged.push(line) },
        plugins: [{ name: "content", setup: () => ({ routes: [route] }) }],
      });
    });
    beforeEach(() => void logged.splice(0));
    after(() => calendar.close());

    let names = 0;
    const pathTo = (answer: () => RouteResponse): string => {
      names += 1;
      answers.set(String(names), answer);
      return `/content?name=${names}`;
    };
    /** Sends a plain HTTP request. `@kalends/client` would request JSON. */
    const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      calendar.get(path, { headers: { accept: "*/*", ...headers } });
    const ask = (answer: () => RouteResponse, headers: Readonly<Record<string, string>> = {}) =>
      get(pathTo(answer), headers);
    const failed = async (answer: () => RouteResponse): Promise<readonly unknown[]> => {
      const { status, body } = await ask(answer);
      return [status, body.code];
    };
    /** Sends a request and resolves when the response headers have arrived. The body is not read yet. */
    const open = (path: string): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        httpRequest(`${calendar.namespace}${path}`, resolve).on("error", reject).end();
      });

    it("send text as UTF-8 with a tag, in a box where nothing runs", async () => {
      const path = pathTo(() => ({ text: "für alle", type: "text/html" }));
      const { status, headers, text } = await get(path);
      expect([status, text]).to.deep.equal([200, "für alle"]);
      expect(headers).to.include({
        "content-type": "text/html; charset=UTF-8",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "content-length": "9",
      });
      const again = await get(path, { "If-None-Match": String(headers.etag) });
      expect([again.status, again.text]).to.deep.equal([304, ""]);
      const head = await calendar.send("HEAD", path);
      expect([head.status, head.headers["content-length"], head.text]).to.deep.equal([200, "9", ""]);
    });

    it("send bytes as they are, and compress them where that helps", async () => {
      const bytes = Uint8Array.of(0x89, 0x50, 0, 255);
      const picture = await ask(() => ({ bytes, type: "image/png", status: 201, headers: { "X-Own": "1" } }));
      expect(picture.status).to.equal(201);
      expect(picture.headers).to.include({
        "content-type": "image/png",
        "content-length": "4",
        "x-own": "1",
      });
      const coded = { "Accept-Encoding": "gzip" };
      const long = await ask(() => ({ text: "long ".repeat(1000), type: "text/plain" }), coded);
      expect(long.headers).to.include({ "content-encoding": "gzip" });
      expect(long.text).to.equal("long ".repeat(1000));
      const raw = await ask(() => ({ bytes: new Uint8Array(5000), type: "image/png" }), coded);
      expect(raw.headers).not.to.have.property("content-encoding");
    });

    it("say in the document what they answer, and in the envelope what they refuse", async () => {
      const { body } = await calendar.get("/doc");
      const { content } = body.paths["/content"].get.responses[200];
      expect(Object.keys(content)).to.deep.equal(MEDIA_TYPES);
      expect((await calendar.get("/content")).body.data.params).to.deep.equal(["name"]);
    });

    it("are errors when they cannot be sent as they say", async () => {
      const INTERNAL = [500, "internal_server_error"];
      const text = "x";
      const type = "text/plain";
      for (const answer of [
        { text, type: "text/css" },
        { text, type: "text/plain; charset=latin1" },
        { text, type: "text/plain\r\nX-Other: 1" },
        { text, type, status: 204 },
        { text, type, headers: { "Content-Length": "7" } },
        { text, type, headers: { "transfer-encoding": "chunked" } },
        { text, type, headers: { "Set-Cookie": "a=b" } },
        { text, type, headers: { "X-Own": "1\r\nX-Other: 2" } },
        { body: null, headers: { Connection: "close" } },
        { body: "<script>", headers: { "content-type": "text/html" } },
      ])
        expect(await failed(() => answer), JSON.stringify(answer)).to.deep.equal(INTERNAL);
      expect(logged).to.have.length(10);
    });

    it("stream texts and bytes, without a tag or a length, whole", async () => {
      async function* stream() {
        for (let line = 0; line < 3; line += 1) yield `{"line":${line}}\n`;
        yield "";
        yield new Uint8Array(300_000).fill(0x20);
      }
      const path = pathTo(() => ({ stream: stream(), type: "application/x-ndjson" }));
      const { status, headers, text } = await get(path);
      expect(status).to.equal(200);
      expect(headers).not.to.have.any.keys("etag", "content-length");
      expect(headers["content-type"]).to.equal("application/x-ndjson");
      expect(text.trim()).to.equal('{"line":0}\n{"line":1}\n{"line":2}');
      expect(text).to.have.length(36 - 3 + 300_000);
      const web = await ask(() => ({
        stream: new Blob(["from ", "the web"]).stream() as unknown as AsyncIterable<Uint8Array>,
        type: "text/plain",
      }));
      expect([web.text, web.headers["content-type"]]).to.deep.equal([
        "from the web",
        "text/plain; charset=UTF-8",
      ]);
    });

    it("are ended when nobody wants their bytes", async () => {
      const ended = createGate();
      async function* stream() {
        try {
          yield "first";
          yield "second";
        } finally {
          ended.open();
        }
      }
      const head = await calendar.send(
        "HEAD",
        pathTo(() => ({ stream: stream(), type: "text/plain" })),
      );
      expect([head.status, head.text]).to.deep.equal([200, ""]);
      await ended.passed;
    });

    it("fail with an answer before their first portion", async () => {
      const stream: AsyncIterable<string> = {
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("nothing to stream")) }),
      };
      expect(await failed(() => ({ stream, type: "text/plain" }))).to.deep.equal([
        500,
        "internal_server_error",
      ]);
      expect(logged).to.have.length(1);
    });

    it("cut the connection when they fail later, and say so in the log", async () => {
      const gate = createGate();
      async function* stream(): AsyncGenerator<unknown> {
        yield "the beginning";
        await gate.passed;
        yield 5;
      }
      const path = pathTo(() => ({ stream: stream() as AsyncIterable<string>, type: "text/plain" }));
      const answer = await open(path);
      let text = "";
      const outcome = new Promise((resolve) => {
        answer
          .on("data", (piece) => {
            text += piece;
            gate.open();
          })
          .on("end", () => resolve("whole"))
          .on("error", () => resolve("cut"));
      });
      expect(await outcome).to.equal("cut");
      expect(text).to.equal("the beginning");
      expect(JSON.stringify(logged)).to.include("a stream failed").and.include('"path":"/content"');
    });

    it("read no further than their client, and end when it goes", async () => {
      const ended = createGate();
      let portions = 0;
      const stream: AsyncIterable<Uint8Array> = {
        [Symbol.asyncIterator]: () => ({
          async next() {
            portions += 1;
            // Much more data than a socket buffers.
            if (portions > 5000) throw new Error("nobody has read so much");
            return { done: false, value: new Uint8Array(65_536) };
          },
          async return() {
            ended.open();
            return { done: true, value: undefined };
          },
        }),
      };
      const answer = await open(pathTo(() => ({ stream, type: "text/plain" })));
      await new Promise((resolve) => answer.once("readable", resolve));
      answer.destroy();
      await ended.passed;
      expect(portions).to.be.lessThan(5000);
      expect(logged).to.deep.equal([]);
    });

    it("end when their client goes before the first portion", async () => {
      const [asked, ended] = [createGate(), createGate()];
      const stream: AsyncIterable<string> = {
        [Symbol.asyncIterator]: () => ({
          next() {
            asked.open();
            return new Promise(() => {});
          },
          async return() {
            ended.open();
            return { done: true, value: undefined };
          },
        }),
      };
      const path = pathTo(() => ({ stream, type: "text/plain" }));
      const { hostname, port, pathname } = new URL(`${calendar.namespace}${path}`);
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${pathname}${path.slice(path.indexOf("?"))} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await asked.passed;
      socket.destroy();
      await ended.passed;
    });

    it("are sent to their end while the calendar closes, with the storage open", async () => {
      const [begun, release] = [createGate(), createGate()];
      const plugin: Plugin = {
        name: "last",
        setup: ({ calendar }) => ({
          routes: [
            {
              ...route,
              path: "/last",
              parameters: {},
              run: () => ({ type: "text/plain", stream: stream(calendar) }),
            },
          ],
        }),
      };
      async function* stream({ unrestricted }: PluginDeps["calendar"]) {
        yield "before, ";
        begun.open();
        await release.passed;
        yield `event ${(await unrestricted.events.get(1))?.id}`;
      }
      const closing = await startCalendar(store, { plugins: [plugin] });
      const answer = fetch(`${closing.namespace}/last`).then((response) => response.text());
      await begun.passed;
      const closed = closing.calendar.close();
      release.open();
      expect(await answer).to.equal("before, event undefined");
      await closed;
      await closing.close();
    });
  });
}
