import type { IncomingMessage, ServerResponse } from "node:http";
import middie from "@fastify/middie";
import Fastify from "fastify";
import { forwardingBehaviour } from "kalends-example-host-parts/forwarding";

forwardingBehaviour("a Fastify host", async ({ calendar, steps, rewrite }) => {
  const app = Fastify({ forceCloseConnections: true });
  await app.register(middie);
  // All steps run in one middleware function, because middie restores the original URL before each function.
  app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const take = ([step, ...others]: typeof steps): void => {
      const pass = (): void => take(others);
      if (step === undefined) next();
      else if (step === "interface") calendar.callback(request, response, pass);
      else if (step === "website") calendar.website.callback(request, response, pass);
      else {
        request.url = rewrite(request.url ?? "");
        pass();
      }
    };
    take(steps);
  });
  app.get("/*", ({ originalUrl }) => `the host's ${originalUrl}`);
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return { origin, close: () => app.close() };
});
