import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import Koa from "koa";

/**
 * Minimal server: Koa with a router that sends fixed response bodies and their ETags from memory. Its speed
 * shows the cost of the framework without a calendar. The argument is a JSON file with the bodies.
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
  // Cast: `address()` returns an object for a server that listens on a port.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
