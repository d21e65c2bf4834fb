import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync, gzipSync } from "node:zlib";
import { createGuardedFetch } from "@kalends/media";
import { expect } from "chai";

const BODIES: Readonly<Record<string, string | Uint8Array>> = {
  "/right": gzipSync("für alle"),
  "/wrong": "plain",
  "/large": gzipSync("x".repeat(1_000_000)),
};

describe("answers that a server compresses unasked", () => {
  let server: Server;
  let origin: string;
  before(async () => {
    server = createServer(({ url = "" }, response) =>
      response.writeHead(200, { "content-encoding": "gzip", etag: "1" }).end(BODIES[url]),
    ).listen(0, "127.0.0.1");
    await once(server, "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const answered = async (path: string, headers = {}, maxBytes = 1_000) => {
    const fetch = createGuardedFetch({ allowHosts: [new URL(origin).host], isPublic: () => true })("tests");
    const answer = await fetch(`${origin}${path}`, { headers, maxBytes });
    if ("refusal" in answer) throw new Error(answer.refusal);
    return answer;
  };
  const failure = (body: Promise<unknown>): Promise<unknown> =>
    body.then(
      () => "whole",
      (error) => error.refusal,
    );

  it("are decompressed, with the headers of that", async () => {
    const answer = await answered("/right");
    expect(await answer.text()).to.equal("für alle");
    expect(answer.headers)
      .to.include({ etag: "1" })
      .and.not.have.any.keys("content-encoding", "content-length");
  });

  it("are as they were sent to who asks for an encoding", async () => {
    const answer = await answered("/right", { "Accept-Encoding": "gzip" });
    expect(answer.headers).to.include({ "content-encoding": "gzip" });
    expect(gunzipSync(await answer.bytes()).toString()).to.equal("für alle");
  });

  it("may be no longer than others, and are refused where they are not compressed", async () => {
    expect(await failure((await answered("/large")).bytes())).to.equal("too-large");
    expect(await failure((await answered("/wrong")).text())).to.equal("wrong-answer");
  });
});
