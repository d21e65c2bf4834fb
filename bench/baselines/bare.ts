import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import Koa from "koa";

/** Koa and a router answering the bytes of a file from memory: what the framework alone costs. */
const [file = ""] = process.argv.slice(2);
const answers: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, "utf8"));
const router = new Router();
for (const [name, text] of Object.entries(answers)) {
  router.all(`/${encodeURIComponent(name)}`, (ctx) => {
    ctx.type = "application/json; charset=UTF-8";
    ctx.body = text;
  });
}
const server = new Koa().use(router.routes()).listen(0, "127.0.0.1", () => {
  // A server bound to a port has an address of this form.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
