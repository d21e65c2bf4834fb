import { getEventListeners, once, setMaxListeners } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createGuardedFetch, createImageFetcher } from "@kalends/media";
import { expect } from "chai";

/** Runs a server. It sends a complete response only for `/whole`, and none for `/silent`. */
const withServer = async (work: (origin: string, host: string) => Promise<void>): Promise<void> => {
  const server = createServer((request, response) => {
    if (request.url === "/silent") return;
    if (request.url === "/broken") return void response.destroy();
    response.writeHead(200, { "content-type": "image/png" }).write("begins");
    if (request.url === "/whole") response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await work(`http://${host}`, host);
  } finally {
    server.closeAllConnections();
    await once(server.close(), "close");
  }
};
const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "no error",
    (error: unknown) => error,
  );

describe("the end of the calendar", () => {
  it("is not waited for by a response that was read", () =>
    withServer(async (origin, host) => {
      const { signal } = new AbortController();
      const answer = await createGuardedFetch({ allowHosts: [host], closing: signal })("tests")(
        `${origin}/whole`,
      );
      if ("refusal" in answer) throw new Error(answer.refusal);
      await answer.bytes();
      await createImageFetcher({ allowHosts: [host], closing: signal }).fetch(`${origin}/whole`);
      await new Promise((resolve) => setImmediate(resolve));
      expect(getEventListeners(signal, "abort")).to.have.length(0);
    }));

  it("ends requests of plugins and of images with its reason", () =>
    withServer(async (origin, host) => {
      const closing = new AbortController();
      const settings = { allowHosts: [host], closing: closing.signal };
      const guardedFetch = createGuardedFetch(settings)("tests");
      const images = createImageFetcher(settings);
      const begun = await guardedFetch(`${origin}/begun`, { timeoutSeconds: 300 });
      if ("refusal" in begun) throw new Error(begun.refusal);
      const ended = [
        begun.bytes(),
        guardedFetch(`${origin}/silent`, { timeoutSeconds: 300 }),
        images.check(`${origin}/silent`),
        images.fetch(`${origin}/begun`),
      ].map(rejection);
      const reason = new Error("The calendar closes");
      setImmediate(() => closing.abort(reason));
      expect(await Promise.all(ended)).to.deep.equal([reason, reason, reason, reason]);
      expect(await rejection(guardedFetch(`${origin}/whole`))).to.equal(reason);
      expect(await rejection(images.fetch(`${origin}/whole`))).to.equal(reason);
    }));
});

describe("the places of accounts", () => {
  it("are eight together, so that jobs of the same plugin find one", () =>
    withServer(async (origin, host) => {
      const closing = new AbortController();
      setMaxListeners(0, closing.signal);
      const settings = { allowHosts: [host], closing: closing.signal };
      const guardedFetch = createGuardedFetch(settings)("tests");
      const silent = [1, 2, 3, 4, 5, 6].flatMap((account) =>
        [1, 2].map(() => rejection(guardedFetch(`${origin}/silent`, { account, timeoutSeconds: 300 }))),
      );
      const answer = await guardedFetch(`${origin}/whole`, { timeoutSeconds: 5 });
      expect("refusal" in answer ? answer.refusal : answer.status).to.equal(200);
      closing.abort(new Error("The calendar closes"));
      await Promise.all(silent);
    }));

  it("are two for each, and no other account waits for them", () =>
    withServer(async (origin, host) => {
      const guardedFetch = createGuardedFetch({ allowHosts: [host] })("tests");
      const ask = (account: number, path: string) => guardedFetch(origin + path, { account });
      const statusOf = async (account: number, path: string): Promise<unknown> => {
        const answer = await ask(account, path);
        if ("refusal" in answer) return answer.refusal;
        await answer.bytes();
        return answer.status;
      };
      const bodies = await Promise.all([ask(1, "/begun"), ask(1, "/begun")]);
      const refused = await rejection(ask(1, "/whole"));
      expect(refused).to.deep.include({ code: "rest_too_many_requests", details: { retryAfter: 10 } });
      expect(await statusOf(2, "/whole")).to.equal(200);
      for (const body of bodies) if ("body" in body) for await (const _piece of body.body) break;
      // The client closes an abandoned connection a little later.
      while ((await rejection(statusOf(1, "/whole"))) !== "no error")
        await new Promise((resolve) => setImmediate(resolve));
      for (let round = 0; round < 3; round += 1) {
        expect(await statusOf(1, "/whole")).to.equal(200);
        expect(await statusOf(1, "/broken")).to.equal("unreachable");
      }
    }));
});
