import { EventEmitter, once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { gzipSync } from "node:zlib";
import { CalendarError } from "@kalends/core";
import { CHUNK, createBytesReader, PACE, readMultipart, TEXT_PACE, watchPace } from "@kalends/http/internals";
import { expect } from "chai";
import type { Context } from "koa";

const FORM = '--X\r\nContent-Disposition: form-data; name="title"\r\n\r\nFair';
const FILE = '--X\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
const NAMELESS =
  '--X\r\nContent-Disposition: form-data; name="image"\r\nContent-Type: application/octet-stream\r\n\r\n';

/** Required pace of request bodies, with short windows. */
const HASTE = { bytes: 100, milliseconds: 20 };

describe("the pace of texts", () => {
  /** Sends `bytes` in each window. Returns the number of the window in which the request fails. */
  const failsIn = (spared: number, bytes: number): Promise<number> =>
    new Promise((resolve) => {
      const brought = new PassThrough();
      let window = 0;
      // Counts windows of the same length. They began earlier, so each one ends before the window of the
      // watched request.
      const windows = setInterval(() => {
        window += 1;
      }, HASTE.milliseconds);
      // Cast: `watchPace` uses only this part of a request.
      const req = brought as unknown as Parameters<typeof watchPace>[0];
      watchPace(req, { ...HASTE, sparedWindows: spared }, () => {
        clearInterval(windows);
        resolve(window);
      });
      brought.write(Buffer.alloc(bytes));
    });

  it("is demanded after the windows that are spared", async () => {
    expect(await failsIn(0, 0)).to.equal(1);
    expect(await failsIn(2, 0)).to.equal(3);
    expect(await failsIn(2, 10 * HASTE.bytes)).to.equal(3);
  });

  it("leaves half a minute to what is short, and is that of uploads then", () => {
    const { sparedWindows: spared = 0, ...pace } = TEXT_PACE;
    expect(pace).to.deep.equal(PACE);
    expect((spared + 1) * pace.milliseconds).to.equal(30_000);
  });
});

describe("bodies of texts that are read", () => {
  /** Reported sizes in order, and other reports. */
  let said: (number | string)[];
  let read: (ctx: Context) => Promise<unknown>;
  let outcomes: unknown[];
  let fail: (error: CalendarError) => void;
  let server: Server;
  const changes = new EventEmitter();

  const hold = (given: typeof fail) => {
    fail = given;
    return {
      hold(bytes: number) {
        said.push(bytes);
        if (bytes > 0) changes.emit("held");
      },
      finish: () => void said.push("settled"),
      release: () => void said.push("released"),
    };
  };
  let besides: number | undefined;
  const bodies = {
    open(_: unknown, given: typeof fail, more?: number) {
      besides = more;
      return hold(given);
    },
    answered: () => undefined,
  };

  beforeEach(async () => {
    [said, outcomes] = [[], []];
    server = createServer(async (req, res) => {
      const context = { req, res, method: "POST", is: () => "text", request: {} } as unknown as Context;
      outcomes.push(await read(context).catch((error: unknown) => error));
      res.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = (headers: Readonly<Record<string, string | number>>, ...pieces: (string | Uint8Array)[]) => {
    const { port } = server.address() as AddressInfo;
    const sending = request({ port, host: "127.0.0.1", method: "POST", headers, agent: false });
    for (const piece of pieces) sending.write(piece);
    return { sending, answered: once(sending, "response") };
  };
  /** Resolves when a size above 0 is reported. */
  const begun = (): Promise<unknown> => once(changes, "held");

  it("count as they come, until they are whole", async () => {
    read = createBytesReader(1000, bodies);
    const isHeld = begun();
    const { sending, answered } = send({ "content-length": 8 }, "abcd");
    await isHeld;
    sending.end("efgh");
    await answered;
    expect(said).to.deep.equal([0, 4 + CHUNK, 8 + 2 * CHUNK, "settled"]);
    expect(outcomes.map(String)).to.deep.equal(["abcdefgh"]);
  });

  it("count as they are inflated, and with what inflates them", async () => {
    read = createBytesReader(100_000, bodies);
    const packed = gzipSync("x".repeat(10_000));
    const { sending, answered } = send({ "content-encoding": "gzip" }, packed);
    sending.end();
    await answered;
    expect(said.at(-1)).to.equal("settled");
    expect([said.at(-2), besides]).to.deep.equal([10_000 + CHUNK, 64 * 1024]);
  });

  it("count as little more than their bytes however many pieces they come in", async () => {
    read = createBytesReader(200_000, bodies);
    const { sending, answered } = send({}, ...Array.from({ length: 40_000 }, () => "abcd"));
    sending.end();
    await answered;
    expect(outcomes.map(String)).to.deep.equal(["abcd".repeat(40_000)]);
    expect(said.at(-2)).to.be.within(160_000, 1_500_000);
  });

  for (const [what, headers, text, reader] of [
    ["a body", {}, "{", () => createBytesReader(100_000, bodies, HASTE)],
    [
      "a form",
      { "content-type": "multipart/form-data; boundary=X" },
      FORM,
      () =>
        ({ req }: Context) =>
          readMultipart({ req, textLimit: 1000, fileLimit: 1000, keeps: () => false, hold, pace: HASTE }),
    ],
  ] as const) {
    it(`are given back when ${what} comes too slowly`, async () => {
      read = reader();
      const { sending, answered } = send({ ...headers, "content-length": 10_000 }, text);
      await answered;
      sending.destroy();
      expect(outcomes[0]).to.have.nested.property("details.jsonError.message", "The body came too slowly");
      expect(said.at(-1)).to.equal("released");
    });

    it(`give way where ${what} has no room`, async () => {
      read = reader();
      const isHeld = begun();
      const { sending, answered } = send({ ...headers, "content-length": 10_000 }, text);
      await isHeld;
      fail(new CalendarError("rest_storage_unavailable"));
      await answered;
      sending.destroy();
      expect(outcomes[0]).to.have.property("code", "rest_storage_unavailable");
      expect(said.at(-1)).to.equal("released");
    });
  }

  for (const [what, file, isKept] of [
    ["kept", FILE, true],
    ["passed over", FILE, false],
    ["kept, without a name", NAMELESS, true],
    ["passed over, without a name", NAMELESS, false],
  ] as const) {
    it(`are not the files of a form that are ${what}`, async () => {
      read = ({ req }) =>
        readMultipart({ req, textLimit: 1_000_000, fileLimit: 1_000_000, keeps: () => isKept, hold });
      const { sending, answered } = send({ "content-type": "multipart/form-data; boundary=X" }, file);
      sending.end(`${"x".repeat(900_000)}\r\n${FORM}\r\n--X--\r\n`);
      await answered;
      const [last, ended] = said.slice(-2);
      expect(ended).to.equal("settled");
      expect(last).to.be.a("number").and.to.be.below(200_000);
    });
  }
});
