import { createServer, type Server } from "node:http";
import { expect } from "chai";
import { openSource } from "kalends/internals";

/** Time limit for a silent server in milliseconds. */
const SILENCE = 100;

describe("the source of an import", () => {
  let server: Server;
  let origin: string;
  before(async () => {
    server = createServer((request, response) => {
      if (request.url === "/silent") return;
      response.writeHead(200, { "content-type": "TEXT/Calendar; charset=x" });
      response.write("x".repeat(5000));
      if (request.url === "/whole") response.end("y".repeat(5000));
      if (request.url === "/broken") setImmediate(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const lengthOf = async (bytes: AsyncIterable<Uint8Array>): Promise<number> => {
    let length = 0;
    for await (const piece of bytes) length += piece.length;
    return length;
  };
  const failureOf = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "done",
      (error: Error) => error.message,
    );

  it("shows its beginning, and is read as a whole", async () => {
    const { place, mediaType, beginning, bytes } = await openSource(`${origin}/whole`);
    expect([place, mediaType, beginning.length]).to.deep.equal([`${origin}/whole`, "text/calendar", 4096]);
    expect(await lengthOf(bytes())).to.equal(10_000);
  });

  it("is given up once a server is silent, before its answer and within", async () => {
    const silent = `${origin}/silent`;
    expect(await failureOf(openSource(silent, { silence: SILENCE }))).to.equal(
      `${silent} cannot be fetched: no data for 0.1 seconds.`,
    );
    const { bytes } = await openSource(`${origin}/half`, { silence: SILENCE });
    expect(await failureOf(lengthOf(bytes()))).to.equal(
      `${origin}/half cannot be fetched: no data for 0.1 seconds.`,
    );
  });

  it("is fetched from where programs subscribe", async () => {
    for (const scheme of ["webcal", "WebCals"]) {
      const place = origin.replace("http", scheme);
      // The URL uses HTTPS, which this server does not support.
      expect(await failureOf(openSource(place))).to.include(`${place} cannot be fetched: `);
    }
  });

  it("fails where a connection breaks", async () => {
    const source = await openSource(`${origin}/broken`);
    expect(await failureOf(lengthOf(source.bytes()))).to.match(/broken cannot be fetched: /);
  });
});
