import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { createCalendar } from "kalends";
import { createSessions, type Host, type HostOptions } from "kalends-example-host-parts";
import { openJsonStore } from "../src/open-json-store.ts";

/** Maximum size of the body of a sign-in request, in bytes. */
const MAX_LENGTH = 1000;

/**
 * Starts an HTTP server on `node:http` with its own users and a calendar. The calendar stores its data as
 * JSON in the folder `storage`.
 */
export const startHost = async ({ port, storage: folder, users }: HostOptions): Promise<Host> => {
  const sessions = createSessions(users);
  const store = await openJsonStore(folder);
  const calendar = await createCalendar({
    storage: store,
    media: join(folder, "images"),
    identity: sessions.userOf,
  });

  /** Handles the requests to the host's own pages. */
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    switch (`${request.method} ${request.url}`) {
      case "GET /":
        response.end("Welcome. The calendar is at /wp-json/tribe/events/v1/events");
        return;
      case "POST /login": {
        const isShort = Number(request.headers["content-length"] ?? Number.NaN) <= MAX_LENGTH;
        const { name, password } = isShort ? ((await json(request)) as Record<string, unknown>) : {};
        const session = sessions.signIn(name, password);
        if (session === undefined) response.writeHead(403).end();
        else response.writeHead(204, { "set-cookie": `session=${session}; HttpOnly; SameSite=Lax` }).end();
        return;
      }
      case "POST /logout":
        sessions.signOut(request);
        response.writeHead(204).end();
        return;
      default:
        response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) =>
    calendar.callback(request, response, () => {
      respond(request, response).catch(() => response.writeHead(400).end());
    }),
  );
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await calendar.close();
      await store.close();
    },
  };
};
