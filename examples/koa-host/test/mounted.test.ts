import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mountedBehaviour } from "kalends-example-host-parts/mounted";
import Koa from "koa";

mountedBehaviour("a Koa host", async (calendar) => {
  const app = new Koa();
  const failures: unknown[] = [];
  app.on("error", (error) => failures.push(error));
  app.use(calendar.middleware);
  app.use(calendar.website.middleware);
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
