import middie from "@fastify/middie";
import Fastify from "fastify";
import { createCalendar } from "kalends";
import { createSessions, type Host, type HostOptions } from "kalends-example-host-parts";

interface Login {
  readonly Body: { readonly name?: unknown; readonly password?: unknown };
}

/** Starts a Fastify application with its own pages and users. It also serves a calendar. */
export const startHost = async ({ port, storage, users }: HostOptions): Promise<Host> => {
  const sessions = createSessions(users);
  const calendar = await createCalendar({ storage, identity: sessions.userOf });

  const app = Fastify({ forceCloseConnections: true });
  await app.register(middie);
  app.use(calendar.callback);
  app.addHook("onClose", () => calendar.close());
  app.get("/", () => "Welcome. The calendar is at /wp-json/tribe/events/v1/events");
  app.post<Login>("/login", async ({ body }, reply) => {
    const session = sessions.signIn(body.name, body.password);
    if (session === undefined) return reply.code(403).send();
    return reply.header("set-cookie", `session=${session}; HttpOnly; SameSite=Lax; Path=/`).code(204).send();
  });
  app.post("/logout", async ({ raw }, reply) => {
    sessions.signOut(raw);
    return reply.code(204).send();
  });

  const origin = await app.listen({ port, host: "127.0.0.1" });
  return { origin, close: () => app.close() };
};
