import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { createCalendar } from "kalends";
import { createSessions, type Host, type HostOptions } from "kalends-example-host-parts";

/** Starts an Express application with its own pages and users. It also serves a calendar. */
export const startHost = async ({ port, storage, users }: HostOptions): Promise<Host> => {
  const sessions = createSessions(users);
  const calendar = await createCalendar({ storage, identity: sessions.userOf });

  const app = express();
  // The callback is mounted at the root of the application, and the option `mountPath` is not set. The
  // calendar handles only its own paths and passes on all other requests.
  app.use(calendar.callback);
  app.use(express.json());
  app.get("/", (_request, response) => {
    response.send("Welcome. The calendar is at /wp-json/tribe/events/v1/events");
  });
  app.post("/login", ({ body }, response) => {
    const session = sessions.signIn(body.name, body.password);
    if (session === undefined) response.status(403).end();
    else response.cookie("session", session, { httpOnly: true, sameSite: "lax" }).status(204).end();
  });
  app.post("/logout", (request, response) => {
    sessions.signOut(request);
    response.status(204).end();
  });

  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await calendar.close();
    },
  };
};
