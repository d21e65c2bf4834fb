import { once } from "node:events";
import { connect } from "node:net";
import type { Logger } from "@kalends/core";
import { expect } from "chai";
import { readConfig, type ServerLimits, type Serving, serveCalendar } from "kalends/internals";
import { firstStore } from "../stores.ts";
import { NAMESPACE } from "./client.ts";

/**
 * Time limits of the server. They are shorter than in a real installation but long enough for a slow machine.
 */
const LIMITS: ServerLimits = { headersTimeout: 1000, requestTimeout: 1500, connectionsCheckingInterval: 50 };

const HEAD = `POST ${NAMESPACE}/venues HTTP/1.1\r\nHost: calendar.example\r\n`;
const READ = `GET ${NAMESPACE}/venues HTTP/1.1\r\nHost: calendar.example\r\n\r\n`;

for (const store of firstStore) {
  describe(`a server and requests that are none, on ${store.name}`, () => {
    let serving: Serving;
    let opened: Awaited<ReturnType<typeof store.open>>;
    const lines: (readonly [message: string, fields: unknown])[] = [];
    const logger: Logger = {
      debug() {},
      info: (message, fields) => void lines.push([message, fields]),
      warn() {},
      error() {},
    };

    before(async () => {
      const reading = readConfig({
        environment: { KALENDS_PORT: "0", KALENDS_METRICS: "on" },
        options: { language: "de" },
        optionsName: "options",
      });
      if ("problems" in reading) throw new Error(reading.problems.join());
      opened = await store.open();
      const { config } = reading;
      serving = await serveCalendar(
        { config, plugins: [], logger, pages: true, store: opened },
        { jobs: false, limits: LIMITS },
      );
    });
    after(async () => {
      await serving.stop();
      await opened.close();
    });

    /** Sends a text. Returns everything that is received until the server closes the connection. */
    const sendUntilClosed = async (text: string): Promise<string> => {
      const socket = connect(serving.port, "127.0.0.1").setEncoding("utf8");
      let received = "";
      socket.on("data", (part) => {
        received += part;
      });
      socket.write(text);
      await once(socket, "close");
      return received;
    };
    const statusesIn = (received: string): readonly string[] =>
      [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = ""]) => status);

    for (const [what, text] of [
      ["nothing at all", ""],
      ["a head that does not end", `${HEAD}X-Slow: `],
      ["a body that does not end", `${HEAD}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`],
      ["chunks that do not end", `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
    ] as const) {
      it(`cuts off ${what} with a 408, in the language of the site`, async () => {
        const received = await sendUntilClosed(text);
        expect(statusesIn(received)).to.deep.equal(["408"]);
        const [head = "", body = ""] = received.split("\r\n\r\n");
        expect(head).to.match(/^connection: close$/im);
        expect(JSON.parse(body)).to.deep.equal({
          code: "rest_request_timeout",
          message: "Die Anfrage kam nicht rechtzeitig an.",
          data: { status: 408 },
        });
      });
    }

    it("answers first what was asked for before, and then what is malformed", async () => {
      expect(statusesIn(await sendUntilClosed(`${READ}${READ}BREW / HTTP/1.1\r\n\r\n`))).to.deep.equal([
        "200",
        "200",
        "400",
      ]);
    });

    it("refuses a body whose chunks are broken in the place of its own answer", async () => {
      const broken = `${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const received = await sendUntilClosed(`${broken}1\r\n{\r\nzz\r\n`);
      expect(statusesIn(received)).to.deep.equal(["400"]);
      expect(received).to.contain('"rest_malformed_request"');
    });

    it("takes no request with two hosts, of which others may have looked at either", async () => {
      for (const version of ["1.1", "1.0"]) {
        const head = `GET ${NAMESPACE}/venues HTTP/${version}\r\nHost: one.example\r\nHost: two.example\r\n\r\n`;
        expect(statusesIn(await sendUntilClosed(head)), version).to.deep.equal(["400"]);
      }
    });

    it("names each refusal in the log and in the metrics", async () => {
      const count = async (): Promise<number> => {
        const text = (await serving.metrics?.read())?.text ?? "";
        const [, value = "0"] =
          /unreadable_requests_total\{code="rest_malformed_request"\} (\d+)/.exec(text) ?? [];
        return Number(value);
      };
      const before = await count();
      lines.length = 0;
      const [, id] = /^x-request-id: (.*)$/im.exec(await sendUntilClosed("BREW / HTTP/1.1\r\n\r\n")) ?? [];
      expect(lines).to.deep.equal([
        [
          "refused what is no request",
          { request: id, code: "rest_malformed_request", status: 400, client: "127.0.0.1" },
        ],
      ]);
      expect(await count()).to.equal(before + 1);
    });

    it("holds no connection of those whom it has refused", async () => {
      const refused = Array.from({ length: 50 }, (_, place) => sendUntilClosed(`BREW${place}\r\n\r\n`));
      for (const received of await Promise.all(refused)) expect(statusesIn(received)).to.deep.equal(["400"]);
      expect((await fetch(`${serving.url}/tribe/events/v1/venues`)).status).to.equal(200);
    });
  });
}
