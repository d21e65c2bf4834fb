import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { forwardingBehaviour } from "kalends-example-host-parts/forwarding";

forwardingBehaviour("an Express host", async ({ calendar, mountPath = "/", steps, rewrite }) => {
  const app = express();
  for (const step of steps) {
    if (step === "interface") app.use(mountPath, calendar.callback);
    else if (step === "website") app.use(mountPath, calendar.website.callback);
    else
      app.use((request, _response, next) => {
        request.url = rewrite(request.url);
        next();
      });
  }
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
