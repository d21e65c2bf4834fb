import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { mountedBehaviour } from "kalends-example-host-parts/mounted";

mountedBehaviour("an Express host", async (calendar) => {
  const app = express();
  app.use("/calendar", calendar.callback);
  app.use("/calendar", calendar.website.callback);
  app.use(({ url }, response) => {
    response.send(`the host's ${url}`);
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
});
