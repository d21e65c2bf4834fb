import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const DIST = new URL("../../../packages/client/dist/", import.meta.url);

/** Web site for tests. Its origin differs from that of the calendar. */
export interface ClientSite {
  /** URL of an empty page. The files of `@kalends/client` are below it, beginning with `/index.js`. */
  readonly address: string;
  close(): Promise<void>;
}

export const startClientSite = async (): Promise<ClientSite> => {
  const site = createServer(({ url = "" }, response) => {
    const isFile = /^(?:\/[\w-]+)+\.js$/.test(url);
    response.setHeader("content-type", isFile ? "text/javascript" : "text/html");
    response.end(isFile ? readFileSync(new URL(`.${url}`, DIST)) : "<!doctype html><title>A page</title>");
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  return {
    address: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    async close() {
      site.closeAllConnections();
      site.close();
      await once(site, "close");
    },
  };
};
