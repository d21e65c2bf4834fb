import { randomUUID } from "node:crypto";
import type { Context } from "koa";

const HEADER = "X-Request-Id";
/** What others call requests: short, and harmless wherever it is written. */
const WELL_FORMED = /^[\w.:+/=~-]{1,128}$/;

/**
 * The id by which logs know a request, which its answer names: the one that a host has set already or, behind a proxy that is
 * trusted, the one that it sends; else a new one. The same whenever it is asked for.
 */
export const requestIdOf = ({ req, res }: Context, trustProxy: boolean): string => {
  const known = res.getHeader(HEADER) ?? (trustProxy ? req.headers["x-request-id"] : undefined);
  const id = typeof known === "string" && WELL_FORMED.test(known) ? known : randomUUID();
  res.setHeader(HEADER, id);
  return id;
};
