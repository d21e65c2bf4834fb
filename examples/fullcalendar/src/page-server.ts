import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Options of the web page. */
export interface PageOptions {
  readonly port: number;
  /** Base URL of the calendar's API, such as `https://town.example/wp-json/tribe/events/v1`. */
  readonly namespace: string;
  /** Month to show, given as any of its days in the form `YYYY-MM-DD`. */
  readonly month: string;
}

export interface PageServer {
  readonly origin: string;
  close(): Promise<void>;
}

const toHtml = ({ namespace, month }: PageOptions): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>FullCalendar</title>
<body data-namespace="${namespace}" data-month="${month}">
<h1>By the feed</h1>
<div id="feed"></div>
<h1>By JSON</h1>
<div id="json"></div>
<script src="page.js"></script>
`;

const bundlePage = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./page.js", import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
  });
  return outputFiles[0]?.text ?? "";
};

export const listen = async (server: Server, port: number): Promise<PageServer> => {
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Starts a server for the web page. It has another origin than the calendar, as a real web site would. */
export const servePage = async (options: PageOptions): Promise<PageServer> => {
  const script = await bundlePage();
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response
      .writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" })
      .end(isScript ? script : toHtml(options));
  });
  return listen(server, options.port);
};
