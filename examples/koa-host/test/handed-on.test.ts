import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { forwardingBehaviour } from "kalends-example-host-parts/forwarding";
import Koa from "koa";

forwardingBehaviour("a Koa host", async ({ calendar, steps, rewrite }) => {
  const app = new Koa();
  const failures: unknown[] = [];
  app.on("error", (error) => failures.push(error));
  for (const step of steps) {
    if (step === "interface") app.use(calendar.middleware);
    else if (step === "website") app.use(calendar.website.middleware);
    else
      app.use((ctx, next) => {
        ctx.url = rewrite(ctx.url);
        return next();
      });
  }
  app.use((ctx) => {
    ctx.body = `the host's ${ctx.url}`;
  });
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (failures.length > 0) throw new AggregateError(failures, "The host was told of errors");
    },
  };
});
