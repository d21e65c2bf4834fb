import { expect } from "chai";
import { NAMESPACE } from "../http/client.ts";
import { firstStore } from "../stores.ts";
import { BODY_ATTACKS } from "./body-attacks.ts";
import { HEAD_ATTACKS } from "./head-attacks.ts";
import { expectSound, expectUntouched, type HostileServer, openHostileServer } from "./hostile-server.ts";
import type { TransportAttack } from "./transport-attack.ts";

const nameOf = (header: string): string => (header.split(":")[0] ?? "").toLowerCase();

const toHead = (server: HostileServer, { line, headers = [], body }: TransportAttack): string => {
  const given = headers.map(nameOf);
  const isChunked = given.includes("transfer-encoding");
  const usual = [
    "Host: calendar.example",
    `Authorization: Bearer ${server.token("administrator")}`,
    ...(body === undefined || isChunked ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ].filter((header) => !given.includes(nameOf(header)) && !given.includes(`-${nameOf(header)}`));
  const wanted = line ?? `POST ${NAMESPACE}/venues`;
  const request = wanted.includes(" HTTP/") ? wanted : `${wanted} HTTP/1.1`;
  return [request, ...usual, ...headers.filter((header) => !header.startsWith("-")), "", ""].join("\r\n");
};

const headersOf = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .split("\r\n")
      .slice(1)
      .map((header) => [nameOf(header), header.slice(header.indexOf(":") + 1).trim()]),
  );

const expectAnswered = (_: HostileServer, attack: () => Promise<unknown>): Promise<unknown> => attack();

for (const store of firstStore) {
  describe(`attacks on the transport, on ${store.name}`, () => {
    let server: HostileServer;

    before(async () => {
      server = await openHostileServer(store);
    });
    after(() => server.close());

    for (const attack of [...HEAD_ATTACKS, ...BODY_ATTACKS]) {
      const { what, statuses, code, names, isCounted = false, body = "" } = attack;
      it(`answers ${JSON.stringify(what)} with ${statuses.join(" or ")}`, () =>
        (isCounted ? expectAnswered : expectUntouched)(server, async () => {
          const { status, head, text } = await server.sendBytes(toHead(server, attack), body);
          expect(statuses, `${head}\n${text.slice(0, 300)}`).to.include(status);
          expectSound({ status, text, headers: headersOf(head) });
          expect(head).not.to.match(/^(?:set-cookie|x-evil)/im);
          if (code !== undefined) expect(JSON.parse(text).code).to.equal(code);
          if (names !== undefined) expect(Object.keys(JSON.parse(text).data.params)).to.deep.equal([names]);
        }));
    }

    for (const [what, bytes] of Object.entries({
      "a greeting of TLS": Buffer.from("16030100c8010000c40303", "hex"),
      "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "HTTP/0.9": `GET ${NAMESPACE}/events\r\n\r\n`,
      "lines that end in nothing but LF": `GET ${NAMESPACE}/events HTTP/1.1\nHost calendar.example\n\n`,
      zeros: Buffer.alloc(1_000),
    })) {
      it(`answers ${what} in the envelope, and closes`, async () => {
        const { status, head, text } = await server.sendBytes(bytes);
        expectSound({ status, text, headers: headersOf(head) });
        expect([status, JSON.parse(text).code]).to.deep.equal([400, "rest_malformed_request"]);
        expect(headersOf(head)).to.include({ connection: "close", "cache-control": "no-store" });
      });
    }

    it("never names a foreign host that is none", async () => {
      const { text } = await server.sendBytes(
        `GET ${NAMESPACE}/events HTTP/1.1\r\nHost: evil.example/path\r\n\r\n`,
      );
      expect(text).not.to.include("evil");
    });

    it("ignores forwarded hosts", async () => {
      const { text } = await server.get("/events", {
        headers: {
          "x-forwarded-host": "evil.example",
          "x-forwarded-proto": "ftp",
          forwarded: "host=evil.example",
        },
      });
      expect(text).not.to.include("evil");
    });

    it("believes trusted proxies, but not everything", async () => {
      const trusting = await openHostileServer(store, { KALENDS_TRUST_PROXY: "1" });
      try {
        const urlFor = async (host: string, protocol: string): Promise<string> => {
          const headers = { "x-forwarded-host": host, "x-forwarded-proto": protocol };
          const answer = await trusting.get("/venues", { headers });
          expectSound(answer);
          return new URL(answer.body.rest_url).origin;
        };
        expect(await urlFor("shown.example", "https")).to.equal("https://shown.example");
        for (const host of [
          "a:99999",
          "256.1",
          "[::::]",
          "evil.example/x",
          "evil.example@b",
          "<script>",
          ",",
          "\xff",
        ]) {
          expect(await urlFor(host, "javascript"), host).to.equal(trusting.origin);
        }
      } finally {
        await trusting.close();
      }
    });

    it("cuts off a body that never ends, without keeping it", async () => {
      const head = toHead(server, {
        what: "",
        headers: ["Content-Type: application/json", "Transfer-Encoding: chunked"],
        statuses: [],
      });
      const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
      const { status } = await server.sendBytes(head, ...Array.from({ length: 1_000 }, () => chunk));
      expect(status).to.equal(413);
      expect(await server.memory()).to.be.below(400);
    });

    it("keeps nothing of small forms that name very much", async () => {
      const head = (body: string): string =>
        toHead(server, {
          what: "",
          headers: ["-Authorization", "Content-Type: application/x-www-form-urlencoded"],
          body,
          statuses: [],
        });
      const bodies = ["a[][]&", "a[][][][][][]&", "%zz%e0a&"].map((pair) =>
        pair.repeat(1_000_000 / pair.length),
      );
      const answers = await Promise.all(
        [...bodies, ...bodies, ...bodies, ...bodies].map((body) => server.sendBytes(head(body), body)),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 400));
      expect(await server.memory()).to.be.below(400);
    });

    it("waits for nobody: others are answered while bodies stand still", async () => {
      const half = toHead(server, {
        what: "",
        headers: ["Content-Type: application/json", "Content-Length: 500"],
        statuses: [],
      });
      const standing = Array.from({ length: 200 }, () => server.hold(half, '{"venue":'));
      expect((await server.get("/events")).status).to.equal(200);
      for (const end of standing) end();
    });

    it("answers as ever afterwards", async () => {
      const { status, body } = await server.get("/venues");
      expect({ status, total: body.total }).to.deep.equal({ status: 200, total: 0 });
    });
  });
}
