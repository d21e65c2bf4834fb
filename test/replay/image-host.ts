import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";

/**
 * Server for the URLs `/fixtures/...` of the recorded site. It has images of the same dimensions, and a file
 * that only looks like an image.
 */
export interface ImageHost {
  /** Origin of the server, such as `http://127.0.0.1:4711`. */
  readonly origin: string;
  close(): Promise<void>;
}

const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: "teal" } });

export const startImageHost = async (): Promise<ImageHost> => {
  const files = new Map<string, readonly [type: string, bytes: Buffer]>([
    ["/pic.png", ["image/png", await picture.clone().png().toBuffer()]],
    ["/photo.jpg", ["image/jpeg", await picture.clone().jpeg().toBuffer()]],
    ["/anim.gif", ["image/gif", await picture.clone().gif().toBuffer()]],
    ["/fake.png", ["image/png", Buffer.from("This is no picture.")]],
    ["/not-image.txt", ["text/plain", Buffer.from("This is no picture.")]],
  ]);
  const server = createServer(({ url = "" }, response) => {
    const [type, bytes] = files.get(url) ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": type }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
