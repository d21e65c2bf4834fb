import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { GuardedFetchOptions } from "@kalends/core/internals";
import { createGuardedFetch, type GuardedFetchSettings } from "@kalends/media";
import { expect } from "chai";

type Answers = Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>>;

/** Starts a server on the loopback interface. It records its requests. */
const startServer = async (answers: Answers) => {
  const asked: { method: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    asked.push({ method: request.method ?? "", headers: request.headers, body });
    const [path = "", query = ""] = (request.url ?? "").split("?");
    if (path === "/to") {
      const [status, location] = query.split("|");
      response.writeHead(Number(status), { location: decodeURIComponent(location ?? "") }).end("elsewhere");
    } else (answers[path] ?? ((_, other) => other.writeHead(404).end("not here")))(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    port,
    host: `127.0.0.1:${port}`,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

const ANSWERS: Answers = {
  "/": (_request, response) =>
    response.writeHead(201, { "set-cookie": ["a=1", "b=2"], "x-own": "für" }).end("für alle"),
  "/endless": (_request, response) => {
    const more = (): void => {
      while (response.write("x".repeat(65_536)));
      response.once("drain", more);
    };
    more();
  },
  "/silent": () => undefined,
  "/silent-body": (_request, response) => response.writeHead(200).write("begins"),
  "/breaks-off": (_request, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("begins", () => response.destroy());
  },
  "/loop": (_request, response) => response.writeHead(302, { location: "/loop" }).end(),
  "/hangs-up": (_request, response) => response.destroy(),
};

describe("guardedFetch", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let other: Awaited<ReturnType<typeof startServer>>;
  before(async () => {
    [server, other] = await Promise.all([startServer(ANSWERS), startServer(ANSWERS)]);
  });
  after(() => Promise.all([server.close(), other.close()]));

  /** Creates a guarded fetch that treats all addresses as public. */
  const fetchWith = (settings: GuardedFetchSettings = {}) =>
    createGuardedFetch({ allowHosts: [server.host, other.host], isPublic: () => true, ...settings })("tests");
  const at = (path: string): string => `${server.origin}${path}`;
  const to = (location: string, status = 302): string => at(`/to?${status}|${encodeURIComponent(location)}`);
  const answered = async (address: string, options: GuardedFetchOptions = {}) => {
    const answer = await fetchWith()(address, options);
    if ("refusal" in answer) throw new Error(`${address} is refused: ${answer.refusal}`);
    return answer;
  };
  const refusal = async (
    address: string,
    options: GuardedFetchOptions = {},
    settings: GuardedFetchSettings = {},
  ): Promise<string> => {
    const answer = await fetchWith(settings)(address, options);
    return "refusal" in answer ? answer.refusal : `answered ${answer.status}`;
  };
  /** Returns the error with which the body ends. */
  const failure = async (body: Promise<unknown>): Promise<unknown> =>
    body.then(
      () => "whole",
      (error) => error.refusal,
    );

  it("answers whatever the status is, with headers and a body", async () => {
    const answer = await answered(at("/"));
    expect([answer.status, answer.url]).to.deep.equal([201, at("/")]);
    expect(answer.headers).to.include({ "set-cookie": "a=1,b=2" });
    expect(await answer.text()).to.equal("für alle");
    expect((await answered(at("/missing"))).status).to.equal(404);
    const pieces = [];
    for await (const piece of (await answered(at("/"))).body) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).to.equal("für alle");
  });

  it("sends any method with headers and a body, and nothing that it need not", async () => {
    await answered(at("/"), { method: "REPORT", headers: { "X-Key": "secret" }, body: "für" });
    const { method, headers, body } = server.asked.at(-1) ?? { headers: {} };
    expect([method, body]).to.deep.equal(["REPORT", "für"]);
    expect(headers).to.deep.equal({
      host: server.host,
      connection: "close",
      accept: "*/*",
      "accept-encoding": "identity",
      "user-agent": "Kalends",
      "x-key": "secret",
      "content-length": "4",
    });
    await answered(at("/"), { headers: { "user-agent": "link check", Accept: "text/html" } });
    expect(server.asked.at(-1)?.headers).to.include({ "user-agent": "link check", accept: "text/html" });
  });

  it("is a mistake with options that cannot be sent", async () => {
    const wrong: readonly GuardedFetchOptions[] = [
      { method: "get" },
      { method: "CONNECT" },
      { headers: { Host: "other" } },
      { headers: { "Transfer-Encoding": "chunked" } },
      { headers: { "X-A": "1\r\nX-B: 2" } },
      { timeoutSeconds: 0 },
      { timeoutSeconds: 301 },
      { maxBytes: -1 },
      { body: { not: "text" } as unknown as string },
    ];
    for (const options of wrong) {
      const outcome = await fetchWith()(at("/"), options).catch(() => "a mistake");
      expect(outcome, JSON.stringify(options)).to.equal("a mistake");
    }
  });

  describe("guards inner networks", () => {
    for (const address of [
      "http://127.0.0.1/",
      "http://[::1]/",
      "http://169.254.169.254/latest/meta-data/",
      "http://10.0.0.1/",
      "http://0x7f.1/",
    ])
      it(`never asks ${address}`, async () => {
        const guarded = createGuardedFetch()("tests");
        expect(await guarded(address)).to.deep.equal({ refusal: "host-unknown" });
      });

    for (const address of [
      "ftp://a.example/",
      "http://ann:secret@a.example/",
      "http://a.example:22/",
      "no address",
    ])
      it(`refuses ${address}`, async () => {
        expect(await refusal(address)).to.equal("forbidden-address");
      });

    it("connects to the address that was checked, and to none of a name that also has an inner one", async () => {
      const inner = { address: "10.0.0.1", family: 4 };
      const publicOne = { address: "127.0.0.1", family: 4 };
      const isPublic = (address: string): boolean => address === publicOne.address;
      const before = server.asked.length;
      const mixed = { resolve: async () => [publicOne, inner], isPublic };
      expect(await refusal("http://both.example/", {}, mixed)).to.equal("host-unknown");
      // The host name resolves to another address the second time. The connection must use the address that
      // was checked.
      let asked = 0;
      const resolve = async () => [asked++ === 0 ? publicOne : inner];
      const settings = { resolve, isPublic, allowHosts: [] };
      await refusal("http://changes.example/none", { timeoutSeconds: 1 }, settings);
      expect(asked).to.equal(1);
      expect(server.asked).to.have.length(before);
    });

    it("looks at each redirect again", async () => {
      const settings = { allowHosts: [server.host], isPublic: undefined as never };
      for (const location of ["http://127.0.0.1/", "http://[::ffff:10.0.0.1]/", other.origin])
        expect(await fetchOnly(to(location), settings.allowHosts), location).to.equal("unreachable");
      expect(await refusal(to("file:///etc/passwd"))).to.equal("forbidden-address");
    });

    const fetchOnly = async (address: string, allowHosts: readonly string[]): Promise<unknown> => {
      const answer = await createGuardedFetch({ allowHosts })("tests")(address);
      return "refusal" in answer ? answer.refusal : answer.status;
    };

    it("says nothing but unreachable of what goes wrong at an allowed host inside", async () => {
      const reasons: unknown[] = [];
      const logger = { info: (_message: string, fields?: object) => void reasons.push(fields) };
      const guarded = createGuardedFetch({ allowHosts: [server.host], logger })("tests");
      expect(await guarded(at("/hangs-up"))).to.deep.equal({ refusal: "unreachable" });
      expect(JSON.stringify(reasons)).to.include("host-silent");
    });

    it("says what goes wrong there to who runs the installation", async () => {
      const guarded = createGuardedFetch({ allowHosts: [server.host], explainsInternalHosts: true })("tests");
      expect(await guarded(at("/hangs-up"))).to.deep.equal({ refusal: "host-silent" });
      expect(await guarded(to(`${other.origin}/`))).to.deep.equal({ refusal: "forbidden-address" });
    });
  });

  describe("redirects", () => {
    it("are followed as browsers do: with the body, or as a GET without it", async () => {
      const options = { method: "POST", body: "data", headers: { "Content-Type": "text/plain" } };
      for (const [status, seen] of [
        [301, ["GET", ""]],
        [302, ["GET", ""]],
        [303, ["GET", ""]],
        [307, ["POST", "data"]],
        [308, ["POST", "data"]],
      ] as const) {
        const { url } = await answered(to("/", status), options);
        const last = server.asked.at(-1);
        expect([last?.method, last?.body], String(status)).to.deep.equal(seen);
        expect(url).to.equal(at("/"));
      }
    });

    it("take credentials along to the same origin only", async () => {
      const headers = {
        Authorization: "Bearer secret",
        "X-Key": "secret",
        Cookie: "a=b",
        Accept: "text/html",
      };
      await answered(to("/"), { headers });
      expect(server.asked.at(-1)?.headers).to.include({ authorization: "Bearer secret", "x-key": "secret" });
      await answered(to(`${other.origin}/`), { headers });
      const seen = other.asked.at(-1)?.headers;
      expect(seen).to.include({ accept: "text/html" });
      expect(seen).not.to.have.any.keys("authorization", "x-key", "cookie");
    });

    it("end after five, and are answered as they are where that is asked for", async () => {
      expect(await refusal(at("/loop"))).to.equal("too-many-redirects");
      const { status, headers } = await answered(at("/loop"), { redirect: "manual" });
      expect([status, headers.location]).to.deep.equal([302, "/loop"]);
    });
  });

  describe("bounds", () => {
    it("end bodies that do not end, and those that break off", async () => {
      const endless = await answered(at("/endless"), { maxBytes: 100_000 });
      expect(await failure(endless.bytes())).to.equal("too-large");
      const broken = await answered(at("/breaks-off"));
      expect(await failure(broken.text())).to.equal("wrong-answer");
      const exact = await answered(at("/"), { maxBytes: 9 });
      expect(await exact.bytes()).to.have.length(9);
      expect(await failure((await answered(at("/"), { maxBytes: 8 })).bytes())).to.equal("too-large");
    });

    it("end what takes too long, be it the head or the body", async () => {
      expect(await refusal(at("/silent"), { timeoutSeconds: 0.05 })).to.equal("too-slow");
      const slow = await answered(at("/silent-body"), { timeoutSeconds: 0.3 });
      expect(await failure(slow.text())).to.equal("too-slow");
    });

    it("let others ask while one user waits for many answers, which nobody need read", async () => {
      const make = createGuardedFetch({ allowHosts: [server.host], isPublic: () => true });
      const [busy, quiet] = [make("busy"), make("quiet")];
      const open = await Promise.all(
        Array.from({ length: 8 }, () => busy(at("/silent-body"), { timeoutSeconds: 0.5 })),
      );
      expect(open.every((answer) => "status" in answer)).to.equal(true);
      expect(await quiet(at("/"))).to.include({ status: 201 });
      // The place becomes free when the response times out.
      expect(await busy(at("/"), { timeoutSeconds: 5 })).to.include({ status: 201 });
    });

    it("free the places of whole answers that nobody reads", async () => {
      const busy = fetchWith();
      for (let count = 0; count < 10; count += 1) {
        const head = await busy(at("/"), { method: "HEAD" });
        expect(head).to.include({ status: 201 });
      }
      // The last request waits until the first one times out.
      for (let count = 0; count < 9; count += 1)
        expect(await busy(at("/"), { timeoutSeconds: count < 8 ? 0.5 : 5 })).to.include({ status: 201 });
      const head = await answered(at("/"), { method: "HEAD" });
      expect(await head.text()).to.equal("");
    });
  });
});
