import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Some proxies add the port of the connection, and write IPv6 in brackets. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/;
const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

const toAddress = (text: string): string | undefined => {
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? plain ?? text;
  return isIP(address) === 0 ? undefined : (MAPPED_IPV4.exec(address)?.[1] ?? address.toLowerCase());
};

/** The entry that the proxy next to us added: the ones before it are whatever its client sent. */
const forwardedFor = ({ "x-forwarded-for": header = "" }: IncomingMessage["headers"]): string =>
  (Array.isArray(header) ? header.join(",") : header).split(",").at(-1)?.trim() ?? "";

/**
 * The IP address that a request comes from: that of the peer or, behind a proxy that is trusted, the last entry of
 * `X-Forwarded-For`. Empty when there is none, as on a Unix socket.
 */
export const clientAddress = ({ headers, socket }: IncomingMessage, trustProxy: boolean): string =>
  (trustProxy ? toAddress(forwardedFor(headers)) : undefined) ?? toAddress(socket.remoteAddress ?? "") ?? "";
