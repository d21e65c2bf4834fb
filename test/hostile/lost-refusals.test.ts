import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect } from "chai";
import type { Calendar } from "kalends";
import Koa from "koa";
import { NAMESPACE } from "../http/client.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { SENDERS, sendAll } from "./senders.ts";

/** Size of a body. It is larger than the socket buffers of both sides together. */
const BODY = Buffer.alloc(12 * 1024 * 1024, "x");
/** Number of requests of each kind. A reset connection loses the response only sometimes. */
const TIMES = 5;

const JSON_TYPE = "Content-Type: application/json";

const TOO_LARGE = ["too large, from anybody", `POST ${NAMESPACE}/events`, [JSON_TYPE]] as const;

const HOSTS: readonly (readonly [host: string, toListener: (calendar: Calendar) => RequestListener])[] = [
  ["a Koa application", ({ middleware }) => new Koa().use(middleware).callback()],
  [
    "a host that passes requests on, such as Express",
    ({ callback }) =>
      (request, response) =>
        callback(request, response, () => response.end("the host's")),
  ],
];

for (const store of firstStore) {
  describe(`refusals reach clients that are still sending, on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    let port: number;

    before(async () => {
      calendar = await startCalendar(store);
      port = Number(new URL(calendar.origin).port);
    });
    after(() => calendar.close());

    const signedIn = (name: string): string => `Authorization: Bearer ${calendar.token(name)}`;

    const refusals: readonly (readonly [
      what: string,
      line: string,
      headers: () => readonly string[],
      number,
    ])[] = [
      ["too large", `POST ${NAMESPACE}/events`, () => [JSON_TYPE, signedIn("author")], 413],
      [TOO_LARGE[0], TOO_LARGE[1], () => TOO_LARGE[2], 413],
      ["wrong credentials", `POST ${NAMESPACE}/events`, () => [JSON_TYPE, "Authorization: Bearer x.y"], 401],
      ["no route", `PUT ${NAMESPACE}/nothing`, () => [JSON_TYPE], 404],
      ["nothing of ours", "POST /elsewhere", () => [JSON_TYPE], 404],
      [
        "no right",
        `POST ${NAMESPACE}/images`,
        () => ["Content-Type: image/png", signedIn("contributor")],
        403,
      ],
      ["no image", `POST ${NAMESPACE}/images`, () => [JSON_TYPE, signedIn("author")], 400],
      [
        "too large an image",
        `POST ${NAMESPACE}/images`,
        () => ["Content-Type: image/png", signedIn("author")],
        413,
      ],
      ["a type that is ignored", `POST ${NAMESPACE}/venues`, () => ["Content-Type: text/plain"], 400],
    ];

    const [closing] = SENDERS;
    for (const [index, [what, line, headers, status]] of refusals.entries()) {
      for (const sender of index === 0 ? SENDERS : [closing]) {
        it(`${what}, sent ${sender.what}`, async () => {
          const all = await Promise.all(
            Array.from({ length: TIMES }, () => sendAll(port, sender, line, headers(), BODY)),
          );
          expect(all).to.deep.equal(all.map(() => status));
        });
      }
    }

    for (const [host, toListener] of HOSTS) {
      it(`also from inside ${host}`, async () => {
        const server = createServer(toListener(calendar.calendar));
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
        const { port: hostPort } = server.address() as AddressInfo;
        const [, line, headers] = TOO_LARGE;
        const all = await Promise.all(
          Array.from({ length: TIMES }, () => sendAll(hostPort, closing, line, headers, BODY)),
        );
        await new Promise((resolve) => server.close(resolve));
        expect(all).to.deep.equal(all.map(() => 413));
      });
    }

    it("and the next request on the same connection is answered, too", async () => {
      const body = BODY.subarray(0, 3 * 1024 * 1024);
      const post = `POST ${NAMESPACE}/events HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}\r\nContent-Length: ${body.length}\r\n\r\n`;
      const get = `GET ${NAMESPACE}/tags HTTP/1.1\r\nHost: a\r\n\r\n`;
      const last = `GET ${NAMESPACE}/venues HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      const text = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1");
        let received = "";
        socket.on("data", (bytes) => {
          received += bytes.toString("latin1");
        });
        socket.on("error", reject);
        socket.on("close", () => resolve(received));
        for (const piece of [post, body, get, post, body, last]) socket.write(piece);
      });
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      expect(statuses).to.deep.equal([413, 200, 413, 200]);
    });

    it("before they have sent all", async () => {
      const socket = connect(port, "127.0.0.1");
      socket.write(
        `POST ${NAMESPACE}/events HTTP/1.1\r\nHost: a\r\n${JSON_TYPE}\r\nContent-Length: 9999999\r\n\r\n{`,
      );
      const text = await new Promise<string>((resolve) =>
        socket.once("data", (bytes) => resolve(String(bytes))),
      );
      expect(text).to.match(/^HTTP\/1\.1 413 /);
      socket.destroy();
    });
  });
}
