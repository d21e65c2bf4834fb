import { connect, type Socket } from "node:net";

/** Way in which a client sends a body, and the time at which it reads the response. */
export interface Sender {
  readonly what: string;
  /** Returns the headers after the request line and the common headers. `bytes` is the length of the body. */
  readonly headers: (bytes: number) => readonly string[];
  readonly version?: "1.0" | "1.1";
  /** Number of bytes in each write. */
  readonly piece: number;
  /** True if each write is sent as a chunk of its own (chunked encoding). */
  readonly isChunked?: boolean;
  /** True if the client waits for `100 Continue` before it sends the body. */
  readonly waits?: boolean;
  /** True if the client closes its side of the connection after the body. */
  readonly ends?: boolean;
}

const length = (bytes: number): string => `Content-Length: ${bytes}`;
const KIB = 1024;

/**
 * Clients that read nothing until they have sent everything. They lose the response if the server closes the
 * connection before.
 */
export const SENDERS: readonly [Sender, ...Sender[]] = [
  {
    what: "in one go, and closes",
    headers: (bytes) => [length(bytes), "Connection: close"],
    piece: Infinity,
  },
  { what: "in one go, and keeps the connection", headers: (bytes) => [length(bytes)], piece: Infinity },
  { what: "by HTTP/1.0", headers: (bytes) => [length(bytes)], version: "1.0", piece: Infinity },
  { what: "piece by piece", headers: (bytes) => [length(bytes), "Connection: close"], piece: 16 * KIB },
  {
    what: "in chunks",
    headers: () => ["Transfer-Encoding: chunked", "Connection: close"],
    piece: 64 * KIB,
    isChunked: true,
  },
  {
    what: "after 100 Continue",
    headers: (bytes) => [length(bytes), "Connection: close", "Expect: 100-continue"],
    piece: Infinity,
    waits: true,
  },
  {
    what: "and ends its side",
    headers: (bytes) => [length(bytes), "Connection: close"],
    piece: Infinity,
    ends: true,
  },
];

const write = (socket: Socket, bytes: Uint8Array | string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

/** Data received so far. Data is read from the socket only while a test waits for it. */
interface Received {
  text: string;
}

const readUntil = (socket: Socket, received: Received, isEnough: (text: string) => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const finish = (): void => {
      socket.off("data", take);
      socket.pause();
      resolve();
    };
    const take = (bytes: Buffer): void => {
      received.text += bytes.toString("latin1");
      if (isEnough(received.text)) finish();
    };
    if (isEnough(received.text)) return resolve();
    socket.once("error", reject);
    socket.once("close", finish);
    socket.on("data", take);
    socket.resume();
    return undefined;
  });

const CONTINUE = /^HTTP\/1\.1 100 .*\r\n\r\n/;

const isWhole = (text: string): boolean => {
  const end = text.indexOf("\r\n\r\n");
  const bytes = /^content-length: (\d+)$/im.exec(text.slice(0, Math.max(end, 0)))?.[1];
  return bytes !== undefined && text.length >= end + 4 + Number(bytes);
};

/**
 * Sends a request like a blocking client, which reads nothing until it has sent everything. Returns the
 * status of the response. Rejects if the connection breaks before, because such a client never sees the
 * response.
 */
export const sendAll = async (
  port: number,
  { headers, version = "1.1", piece, isChunked = false, waits = false, ends = false }: Sender,
  requestLine: string,
  further: readonly string[],
  body: Uint8Array,
): Promise<number> => {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  // The socket must not read data from the system in advance either.
  socket.pause();
  // An error also ends a read that is waiting.
  socket.on("error", () => undefined);
  const received: Received = { text: "" };
  try {
    const head = [
      `${requestLine} HTTP/${version}`,
      "Host: calendar.example",
      ...further,
      ...headers(body.length),
    ];
    await write(socket, `${head.join("\r\n")}\r\n\r\n`);
    if (waits) await readUntil(socket, received, (text) => CONTINUE.test(text));
    received.text = received.text.replace(CONTINUE, "");
    for (let at = 0; at < body.length; at += piece) {
      const bytes = body.subarray(at, Math.min(at + piece, body.length));
      if (isChunked) await write(socket, `${bytes.length.toString(16)}\r\n`);
      await write(socket, bytes);
      if (isChunked) await write(socket, "\r\n");
    }
    if (isChunked) await write(socket, "0\r\n\r\n");
    if (ends) socket.end();
    await readUntil(socket, received, isWhole);
    return Number(/^HTTP\/1\.\d (\d{3})/.exec(received.text)?.[1] ?? 0);
  } finally {
    socket.destroy();
  }
};
