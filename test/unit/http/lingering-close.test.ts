import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type LingerLimits, lingerUntilRead } from "@kalends/http/internals";
import { expect } from "chai";

const LONG = 60_000;
const MUCH = 64 * 1024 * 1024;
const PIECE = "x".repeat(1_000);

describe("an answer to a client that is still sending", () => {
  let server: Server | undefined;

  const serve = async (limits: LingerLimits): Promise<number> => {
    server = createServer((req, res) => {
      res.setHeader("Content-Length", 2);
      lingerUntilRead({ req, res }, limits);
      res.end("no");
    });
    const listening = server;
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
    return (listening.address() as AddressInfo).port;
  };
  afterEach(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  /**
   * Sends this number of pieces, one in each turn of the event loop, then stops. Resolves to the response
   * when the server has closed the connection.
   */
  const send = (port: number, pieces: number): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      let text = "";
      const sendNext = (left: number): void => {
        if (left > 0 && !socket.destroyed) socket.write(PIECE, () => setImmediate(sendNext, left - 1));
      };
      socket.on("data", (bytes) => {
        text += bytes;
      });
      // Writing fails when the server has closed the connection.
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(text));
      socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n");
      sendNext(pieces);
    });

  for (const [what, limits, pieces] of [
    ["silent for too long", { total: LONG, silence: 30, bytes: MUCH }, 1],
    ["sending for too long", { total: 30, silence: LONG, bytes: MUCH }, Infinity],
    ["sending too much", { total: LONG, silence: LONG, bytes: 100_000 }, Infinity],
  ] as const) {
    it(`is all that one gets who is ${what}`, async () => {
      const text = await send(await serve(limits), pieces);
      expect(text)
        .to.match(/^HTTP\/1\.1 200 /)
        .and.to.match(/no$/);
    });
  }
});
