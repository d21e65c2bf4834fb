import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { crc32, deflateSync } from "node:zlib";
import { kalends, startKalends } from "./server.ts";

/**
 * Script that measures the memory of a server that receives many large images at once.
 * Usage: `node bench/dist/images.js --uploads 8 --side 1950`
 */
const { values: options } = parseArgs({
  options: { uploads: { type: "string", default: "8" }, side: { type: "string", default: "1950" } },
});
const MIB = 1024 * 1024;
/** Size of each image in bytes, slightly below the maximum upload size. */
const BYTES = 10 * MIB - 64 * 1024;
const SIDE = Number(options.side);
const PASSWORD = "bench bench bench";

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/**
 * Creates a PNG whose first lines are random noise, which does not compress. The file therefore almost
 * reaches the maximum size.
 */
const heaviestPng = (): Buffer => {
  const line = 1 + SIDE * 3;
  const pixels = Buffer.alloc(line * SIDE);
  // Leaves space for the lines without noise, which compress to about 1/150.
  const noise = BYTES - pixels.length / 150;
  let state = 1;
  for (let index = 0; index < noise; index += 1) {
    state = (state * 48_271) % 2_147_483_647;
    if (index % line !== 0) pixels[index] = state & 255;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const folder = mkdtempSync(join(tmpdir(), "kalends-bench-"));
const environment = {
  ...process.env,
  KALENDS_STORAGE: `sqlite:${join(folder, "calendar.db")}`,
  KALENDS_MEDIA: join(folder, "media"),
};
try {
  kalends(["user", "add", "bench", "--role", "author", "--password", PASSWORD], environment);
  const image = heaviestPng();
  const server = await startKalends(environment);
  const idle = server.residentMemory();
  const begun = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: Number(options.uploads) }, async () => {
      const response = await fetch(`${server.url}/images`, {
        method: "POST",
        headers: {
          authorization: `Basic ${Buffer.from(`bench:${PASSWORD}`).toString("base64")}`,
          "content-type": "image/png",
        },
        body: new Uint8Array(image),
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `${statuses.length} uploads of ${(image.length / MIB).toFixed(1)} MiB, ${SIDE} x ${SIDE} pixels, at once`,
  );
  console.log(`answers: ${statuses.join(" ")}, in ${seconds} s`);
  console.log(`resident memory: ${idle} MiB idle, ${server.peakMemory()} MiB at most`);
  await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
