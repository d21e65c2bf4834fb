import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { toNetwork } from "@kalends/core";
import type { Context } from "koa";

/** Matches an IP address with an optional port, as some proxies write it. IPv6 may be in brackets. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;
const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Pattern of request ids accepted from proxies: short, and harmless in logs and headers. */
const REQUEST_ID = /^[\w.:+/=~-]{1,128}$/;

/**
 * Returns the entry of a forwarded header that the trusted proxies have set. This is the entry at position
 * `proxies` from the right, or the first entry if the header has fewer. Empty entries count, so a client
 * cannot shift entries by sending commas. Returns `undefined` if no proxy is trusted. Source:
 * rules/interface.md#forwarded-headers.
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
 * Returns the IP address of the client: from `X-Forwarded-For` if set by trusted proxies, otherwise from the
 * connection. Returns an empty text if the connection has no address, as on a Unix socket. `trustProxy`:
 * number of trusted proxies.
 */
export const clientAddress = (
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  trustProxy: number,
): string => {
  const forwarded = forwardedEntry(headers["x-forwarded-for"], trustProxy);
  return toAddress(forwarded ?? "") ?? toAddress(socket.remoteAddress ?? "") ?? "";
};

/** Returns the client network, which limits treat as one client. See `toNetwork`. */
export const clientNetwork = (request: IncomingMessage, trustProxy: number): string =>
  toNetwork(clientAddress(request, trustProxy));

/**
 * Returns the request id for logs and the response. It is the id set by a host, else the id from a trusted
 * proxy, else a new id. Later calls for the same request return the same id. Source:
 * rules/interface.md#request-id.
 */
export const requestIdOf = ({ req, res }: Context, trustProxy: number): string => {
  const known = res.getHeader("X-Request-Id") ?? (trustProxy > 0 ? req.headers["x-request-id"] : undefined);
  const id = typeof known === "string" && REQUEST_ID.test(known) ? known : randomUUID();
  if (!res.headersSent) res.setHeader("X-Request-Id", id);
  return id;
};

/** True for a valid host. `HOST` alone also matches invalid hosts, such as a port above 65535. */
const isHost = (text: string): boolean => HOST.test(text) && URL.canParse(`http://${text}`);

/** Returns all values that determine the result of `originOf`. */
export const originParts = ({ headers, socket }: IncomingMessage, trustProxy: number): readonly unknown[] => {
  const own = [headers.host, "encrypted" in socket && socket.encrypted, socket.localPort];
  return trustProxy > 0 ? [...own, headers["x-forwarded-proto"], headers["x-forwarded-host"]] : own;
};

/**
 * Returns the origin to which the request was sent. If its host is invalid, returns `localhost` with the port
 * of the socket.
 */
export const originOf = ({ headers, socket }: IncomingMessage, trustProxy: number): string => {
  const protocol = forwardedEntry(headers["x-forwarded-proto"], trustProxy) ?? "";
  const forwarded = forwardedEntry(headers["x-forwarded-host"], trustProxy) ?? "";
  const own = "encrypted" in socket && socket.encrypted === true ? "https" : "http";
  const host = [forwarded, headers.host ?? ""].find(isHost)?.toLowerCase();
  return `${/^https?$/i.test(protocol) ? protocol.toLowerCase() : own}://${host ?? `localhost:${socket.localPort ?? 80}`}`;
};
