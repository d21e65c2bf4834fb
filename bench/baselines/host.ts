import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import { createCalendar } from "kalends";
import Koa from "koa";

/** A host with a page of its own, and with a calendar mounted before it where its argument is `calendar`. */
const app = new Koa();
if (process.argv[2] === "calendar") {
  app.use((await createCalendar({ storage: "sqlite::memory:", identity: () => undefined })).middleware);
}
const router = new Router();
router.get("/articles/:id", (ctx) => {
  ctx.body = { id: ctx.params.id, title: "An article of the host", text: "x".repeat(2000) };
});
const server = app.use(router.routes()).listen(0, "127.0.0.1", () => {
  // A server bound to a port has an address of this form.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
