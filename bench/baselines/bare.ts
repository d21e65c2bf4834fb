import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import Koa from "koa";

/**
 * Koa with a router that responds with the texts of a file from memory, and their ETags: the cost of the
 * framework without a calendar.
 */
const [file = ""] = process.argv.slice(2);
const texts: readonly string[] = JSON.parse(readFileSync(file, "utf8"));
const tags = texts.map((text) => `"${createHash("sha1").update(text).digest("base64url")}"`);
const router = new Router();
router.all("/:index", (ctx) => {
  const index = Number(ctx.params.index);
  ctx.set("ETag", tags[index] ?? "");
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = "application/json; charset=UTF-8";
  ctx.body = texts[index];
});
const server = new Koa().use(router.routes()).listen(0, "127.0.0.1", () => {
  // Cast: a server bound to a port has an address of this form.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
