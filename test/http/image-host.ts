import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import sharp from "sharp";

/** Image server on the loopback interface. Its behaviour depends on the requested path; see `ANSWERS`. */
export interface ImageHost {
  /** Origin of the server, such as `http://127.0.0.1:4711`. */
  readonly origin: string;
  /** Host and port, such as `127.0.0.1:4711`, for the setting of allowed hosts. */
  readonly host: string;
  /** Content of `/image.png`, an image of 1200 x 800 pixels. */
  readonly png: Buffer;
  /** Method and path of each received request, in order. */
  readonly asked: readonly string[];
  /** Returns the headers of the last request. */
  headers(): IncomingHttpHeaders;
  /** Makes the server return these bytes as an image at the path. */
  serve(path: string, bytes: Uint8Array, type?: string): void;
  close(): Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly png: Buffer;
}

type TestResponse = (asked: Asked, response: ServerResponse) => void;

const MIB = 1024 * 1024;
const IMAGE = { "content-type": "image/png" };

const whole =
  (headers: Readonly<Record<string, string>>, body?: Uint8Array): TestResponse =>
  ({ png }, response) =>
    response.writeHead(200, headers).end(body ?? png);

/**
 * Creates a handler with a correct response to HEAD requests. GET requests get the response of `answer`,
 * which is meant to do harm.
 */
const lureInto =
  (answer: TestResponse, headers: Readonly<Record<string, string>> = IMAGE): TestResponse =>
  (asked, response) =>
    asked.method === "HEAD" ? response.writeHead(200, headers).end() : answer(asked, response);

const redirect = (response: ServerResponse, status: number, location: string): void => {
  response.writeHead(status, { location }).end("elsewhere");
};

/** Writes pieces of data until the client closes the connection. */
const endless = (response: ServerResponse, piece: Uint8Array, delayMs: number): void => {
  const timer = setInterval(() => response.write(piece), delayMs);
  response.on("close", () => clearInterval(timer));
};

const ANSWERS: Readonly<Record<string, TestResponse>> = {
  "/image.png": whole(IMAGE),
  "/image.html": whole(
    { "content-type": "image/png" },
    Buffer.from("<!doctype html><script>alert(1)</script>"),
  ),
  "/image.svg": whole(
    { "content-type": "image/svg+xml" },
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ),
  "/capitals": whole({ "content-type": "IMAGE/PNG; charset=binary" }),
  "/untyped": whole({}),
  "/page": whole({ "content-type": "text/html" }),
  "/head-405": ({ method, png }, response) =>
    method === "HEAD" ? response.writeHead(405).end() : response.writeHead(200, IMAGE).end(png),
  "/missing": (_asked, response) => response.writeHead(404, IMAGE).end("none"),
  "/created": ({ png }, response) => response.writeHead(201, IMAGE).end(png),
  "/partial": ({ png }, response) => response.writeHead(206, IMAGE).end(png),
  "/get-404": lureInto((_asked, response) => response.writeHead(404, IMAGE).end("gone")),
  "/get-redirects": lureInto((_asked, response) => redirect(response, 302, "http://127.0.0.1:1/x.png")),
  "/get-html": lureInto(whole(IMAGE, Buffer.from("<html></html>"))),
  "/get-empty": lureInto(whole(IMAGE, Buffer.alloc(0))),
  "/silent": () => undefined,
  "/silent-body": lureInto((_asked, response) => response.writeHead(200, IMAGE).flushHeaders()),
  "/dribbling": lureInto((_asked, response) =>
    endless(response.writeHead(200, IMAGE), Buffer.from("\x89PNG"), 10),
  ),
  "/endless": lureInto((_asked, response) => endless(response.writeHead(200, IMAGE), Buffer.alloc(MIB), 1)),
  /** Sends 256 KiB in HTTP chunks of one byte each. */
  "/crumbs": lureInto((_asked, response) => {
    const head = "HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n";
    response.socket?.end(`${head}${"1\r\nx\r\n".repeat(256 * 1024)}0\r\n\r\n`);
  }),
  "/declared-huge": ({ method, png }, response) => {
    response.writeHead(200, { ...IMAGE, "content-length": String(10 * MIB + 1) });
    if (method === "HEAD") response.end();
    else response.write(png);
  },
  "/get-huge": lureInto(whole(IMAGE, Buffer.alloc(10 * MIB + 1)), { ...IMAGE, "content-length": "100" }),
  "/limit": whole(IMAGE, Buffer.alloc(10 * MIB)),
  "/declares-more": lureInto(({ png }, response) => {
    response.writeHead(200, { ...IMAGE, "content-length": String(png.length + 10) });
    response.write(png, () => response.destroy());
  }),
  "/declares-less": lureInto(({ png }, response) => {
    response.socket?.end(
      Buffer.concat([
        Buffer.from("HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 20\r\n\r\n"),
        png,
      ]),
    );
  }),
  "/breaks-off": lureInto((_asked, response) => {
    response.writeHead(200, IMAGE).write(Buffer.alloc(1000), () => response.destroy());
  }),
  "/hangs-up": (_asked, response) => response.destroy(),
  "/no-http": (_asked, response) => response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"),
  /** Switches protocols and leaves the connection open. */
  "/upgrades": (_asked, response) => {
    response.socket?.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
  },
  "/long-head": (_asked, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(100_000)}\r\n\r\n`);
  },
  "/gzip": whole({ ...IMAGE, "content-encoding": "gzip" }, gzipSync(Buffer.alloc(20 * MIB))),
  "/get-gzip": lureInto(whole({ ...IMAGE, "content-encoding": "gzip" }, gzipSync(Buffer.alloc(20 * MIB)))),
  "/identity": whole({ ...IMAGE, "content-encoding": "identity" }),
  "/cookie": ({ png }, response) =>
    response.writeHead(200, { ...IMAGE, "set-cookie": "track=1; Path=/" }).end(png),
  /** Redirects to another URL: `?to=URL&status=302`. */
  "/redirect": ({ url }, response) =>
    redirect(response, Number(url.searchParams.get("status") ?? 302), url.searchParams.get("to") ?? ""),
  "/loop": (_asked, response) => redirect(response, 302, "/loop"),
  "/nowhere": (_asked, response) => response.writeHead(302).end(),
  /** Redirects `left` more times, then to the image: `?left=2`. */
  "/chain": ({ url }, response) => {
    const left = Number(url.searchParams.get("left"));
    redirect(response, 301, left > 1 ? `/chain?left=${left - 1}` : "image.png");
  },
};

/** Starts the server on a free port of 127.0.0.1. */
export const startImageHost = async (): Promise<ImageHost> => {
  const png = await sharp({ create: { width: 1200, height: 800, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const served = new Map<string, TestResponse>(Object.entries(ANSWERS));
  const asked: string[] = [];
  const last: { headers: IncomingHttpHeaders } = { headers: {} };
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    asked.push(`${method} ${url}`);
    last.headers = headers;
    const address = new URL(url, "http://host");
    const answer = served.get(address.pathname);
    if (answer === undefined) response.writeHead(404).end();
    else answer({ method, url: address, png }, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Cast: `address()` returns an object for a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    png,
    asked,
    headers: () => last.headers,
    serve(path, bytes, type = "image/png") {
      served.set(path, whole({ "content-type": type }, bytes));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
