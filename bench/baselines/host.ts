import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import { createCalendar } from "kalends";
import Koa from "koa";

/**
 * Minimal host application with one page of its own. With the argument `calendar`, a calendar is mounted in
 * front of that page.
 */
const app = new Koa();
if (process.argv[2] === "calendar") {
  app.use((await createCalendar({ storage: "sqlite::memory:", identity: () => undefined })).middleware);
}
const router = new Router();
router.get("/articles/:id", (ctx) => {
  ctx.body = { id: ctx.params.id, title: "An article of the host", text: "x".repeat(2000) };
});
const server = app.use(router.routes()).listen(0, "127.0.0.1", () => {
  // Cast: `address()` returns an object for a server that listens on a port.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
