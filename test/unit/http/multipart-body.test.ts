import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createFairLimiter, isCalendarError } from "@kalends/core";
import { type Pace, readMultipart } from "@kalends/http/internals";
import { expect } from "chai";

const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n";
const FORM = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nFair\r\n--b--\r\n';

/** Returns a request whose client disconnects before the body is read. */
const abandoned = async (sent: string): Promise<IncomingMessage> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(sent);
  const [req]: IncomingMessage[] = await once(server, "request");
  if (req === undefined) throw new Error("No request came");
  const gone = new Promise<void>((resolve) => req.once("close", resolve));
  socket.destroy();
  await gone;
  await new Promise((resolve) => server.close(resolve));
  return req;
};

const fileOf = (name: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n`;
const field = '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n';

interface Started {
  readonly socket: Socket;
  readonly req: IncomingMessage;
  close(): Promise<void>;
}

/** Starts a request whose form is still being sent. */
const start = async (): Promise<Started> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
  const [req]: IncomingMessage[] = await once(server, "request");
  if (req === undefined) throw new Error("No request came");
  return {
    ...{ socket, req },
    async close() {
      socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

describe("the files of a multipart form", () => {
  let form: Started;
  let said: (number | string)[];
  beforeEach(async () => {
    said = [];
    form = await start();
  });
  afterEach(() => form.close());

  const read = (pace?: Pace) =>
    readMultipart({
      req: form.req,
      ...{ textLimit: 1000, fileLimit: 1000, keeps: () => true },
      files: {
        hold: () => ({
          hold: (bytes) => void said.push(bytes),
          finish: (permit) => void said.push(permit?.isHeld() ? "settled with the permit" : "settled"),
          release: () => void said.push("released"),
        }),
        permit: createFairLimiter({ capacity: 1 }).acquire(undefined),
      },
      ...(pace && { pace }),
    });

  it("count as they come, and have the permit of the form when all is there", async () => {
    const pairs = read();
    form.socket.write(chunk(`${fileOf("one")}abcde\r\n${field}x\r\n`));
    while (said.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(said).to.deep.equal([5]);
    form.socket.write(`${chunk(`${fileOf("two")}fgh\r\n--b--\r\n`)}0\r\n\r\n`);
    await pairs;
    expect(said).to.deep.equal([5, 8, "settled with the permit"]);
  });

  it("are refused with a form that brings too little, however many parts begin", async () => {
    const pairs = read({ bytes: 2000, milliseconds: 30 });
    const sending = setInterval(() => form.socket.write(chunk(`${field}x\r\n${fileOf("one")}y\r\n`)), 10);
    const error: unknown = await pairs.catch((thrown: unknown) => thrown);
    clearInterval(sending);
    expect(error).to.have.nested.property("details.jsonError.message", "The body came too slowly");
    expect(said.at(-1)).to.equal("released");
  });
});

describe("a multipart form", () => {
  for (const [what, sent] of [
    ["half of it", `${HEAD}Content-Length: 1000\r\n\r\n--b\r\n`],
    ["all of it", `${HEAD}Content-Length: ${FORM.length}\r\n\r\n${FORM}`],
  ] as const) {
    it(`is refused when its client has gone before it is read, having sent ${what}`, async () => {
      const req = await abandoned(sent);
      const limits = { textLimit: 1000, fileLimit: 1000 };
      const error: unknown = await readMultipart({ req, ...limits, keeps: () => false }).catch(
        (thrown: unknown) => thrown,
      );
      expect(isCalendarError(error) && error.code).to.equal("rest_invalid_json");
    });
  }
});
