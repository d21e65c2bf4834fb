import middie from "@fastify/middie";
import Fastify from "fastify";
import { mountedBehaviour } from "kalends-example-host-parts/mounted";

mountedBehaviour("a Fastify host", async (calendar) => {
  const app = Fastify({ forceCloseConnections: true });
  await app.register(middie);
  app.use("/calendar", calendar.callback);
  app.use("/calendar", calendar.website.callback);
  app.get("/*", ({ url }) => `the host's ${url}`);
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return { origin, close: () => app.close() };
});
