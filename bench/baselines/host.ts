import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import { createCalendar } from "kalends";
import Koa from "koa";

/** A host with its own page. If the argument is `calendar`, a calendar is mounted before the page. */
const app = new Koa();
if (process.argv[2] === "calendar") {
  app.use((await createCalendar({ storage: "sqlite::memory:", identity: () => undefined })).middleware);
}
const router = new Router();
router.get("/articles/:id", (ctx) => {
  ctx.body = { id: ctx.params.id, title: "An article of the host", text: "x".repeat(2000) };
});
const server = app.use(router.routes()).listen(0, "127.0.0.1", () => {
  // Cast: a server bound to a port has an address of this form.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
