import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { toNetwork } from "@kalends/core";
import type { Context } from "koa";

/** Some proxies add the port of the connection, and write IPv6 in brackets. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;
const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Request ids of others: short, and harmless wherever they are written. */
const REQUEST_ID = /^[\w.:+/=~-]{1,128}$/;

/**
 * The entry of a forwarded header that counts behind so many trusted proxies: as many from the right, or the first one where there are
 * fewer. An empty entry counts as one: a client that sends commas moves no other. `undefined` where no proxy is trusted.
 * Source: rules/interface.md#forwarded-headers.
 */
const forwardedEntry = (header: string | string[] | undefined, proxies: number): string | undefined => {
  if (proxies === 0 || header === undefined) return undefined;
  const entries = String(header).split(",");
  return (entries.at(-proxies) ?? entries[0])?.trim();
};

const toAddress = (text: string): string | undefined => {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return isIP(address) === 0 ? undefined : (MAPPED_IPV4.exec(address)?.[1] ?? address.toLowerCase());
};

/**
 * The IP address that a request comes from: the one that trusted proxies name in `X-Forwarded-For`, else that of the peer. Empty when
 * there is none, as on a Unix socket. `trustProxy`: the number of trusted proxies.
 */
export const clientAddress = (
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  trustProxy: number,
): string => {
  const forwarded = forwardedEntry(headers["x-forwarded-for"], trustProxy);
  return toAddress(forwarded ?? "") ?? toAddress(socket.remoteAddress ?? "") ?? "";
};

/** Who asks, where clients get equal shares: see `toNetwork`. */
export const clientNetwork = (request: IncomingMessage, trustProxy: number): string =>
  toNetwork(clientAddress(request, trustProxy));

/**
 * The id by which logs know a request, which its answer names: the one that a host has set already or, behind a proxy that is
 * trusted, the one that it sends; else a new one. The same for every call.
 * Source: rules/interface.md#request-id.
 */
export const requestIdOf = ({ req, res }: Context, trustProxy: number): string => {
  const known = res.getHeader("X-Request-Id") ?? (trustProxy > 0 ? req.headers["x-request-id"] : undefined);
  const id = typeof known === "string" && REQUEST_ID.test(known) ? known : randomUUID();
  if (!res.headersSent) res.setHeader("X-Request-Id", id);
  return id;
};

/** What looks like a host may still be none: a port beyond 65535, a number above 255 in an address. */
const isHost = (text: string): boolean => HOST.test(text) && URL.canParse(`http://${text}`);

/** Everything that `originOf` looks at. */
export const originParts = ({ headers, socket }: IncomingMessage, trustProxy: number): readonly unknown[] => {
  const own = [headers.host, "encrypted" in socket && socket.encrypted, socket.localPort];
  return trustProxy > 0 ? [...own, headers["x-forwarded-proto"], headers["x-forwarded-host"]] : own;
};

/** The origin that a request was sent to; the address of the socket stands in for a host that cannot be one. */
export const originOf = ({ headers, socket }: IncomingMessage, trustProxy: number): string => {
  const protocol = forwardedEntry(headers["x-forwarded-proto"], trustProxy) ?? "";
  const forwarded = forwardedEntry(headers["x-forwarded-host"], trustProxy) ?? "";
  const own = "encrypted" in socket && socket.encrypted === true ? "https" : "http";
  const host = [forwarded, headers.host ?? ""].find(isHost)?.toLowerCase();
  return `${/^https?$/i.test(protocol) ? protocol.toLowerCase() : own}://${host ?? `localhost:${socket.localPort ?? 80}`}`;
};
