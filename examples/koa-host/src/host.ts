import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCalendar } from "kalends";
import { createSessions, type Host, type HostOptions } from "kalends-example-host-parts";
import Koa from "koa";
import { koaBody } from "koa-body";

/** Starts a Koa application with its own pages and users. It also serves a calendar. */
export const startHost = async ({ port, storage, users }: HostOptions): Promise<Host> => {
  const sessions = createSessions(users);
  const calendar = await createCalendar({ storage, identity: sessions.userOf });

  const app = new Koa();
  app.use(calendar.middleware);
  app.use(koaBody());
  app.use((ctx) => {
    const { name, password } = (ctx.request.body ?? {}) as Record<string, unknown>;
    switch (`${ctx.method} ${ctx.path}`) {
      case "GET /":
        ctx.body = "Welcome. The calendar is at /wp-json/tribe/events/v1/events";
        return;
      case "POST /login": {
        const session = sessions.signIn(name, password);
        ctx.status = session === undefined ? 403 : 204;
        if (session !== undefined) ctx.cookies.set("session", session, { sameSite: "lax" });
        return;
      }
      case "POST /logout":
        sessions.signOut(ctx.req);
        ctx.status = 204;
        return;
    }
  });

  const server = createServer(app.callback());
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
