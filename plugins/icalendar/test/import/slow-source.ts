import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server with calendars and images. It does not respond to `/silent` until `end` is called. */
export const startSource = async () => {
  const asked: string[] = [];
  const waiting: ServerResponse[] = [];
  const arrivals = new Map<string, () => void>();
  const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const server = createServer((request, response) => {
    const { url = "" } = request;
    asked.push(url);
    arrivals.get(url)?.();
    if (url.startsWith("/silent")) waiting.push(response);
    else answers.get(url)?.(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    asked,
    origin,
    answers,
    serve(path: string, text: string): void {
      answers.set(path, (_request, response) =>
        response.writeHead(200, { "content-type": "text/calendar" }).end(text),
      );
    },
    arrival: (path: string) => new Promise<void>((resolve) => arrivals.set(path, resolve)),
    /** Returns the number of requests that wait for a response. */
    waiting: () => waiting.length,
    end(): void {
      for (const response of waiting.splice(0)) response.destroy();
    },
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
};
