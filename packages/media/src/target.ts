import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Where a request goes. */
export interface Target {
  readonly url: URL;
  /** Whether the installation names the host, so that it may have any address and port. */
  readonly isAllowed: boolean;
}

/** Answers where an address leads; `undefined` when no request may be sent there, whatever its host resolves to. */
export type ToTarget = (address: string, base?: URL) => Target | undefined;

/** Those that web servers use; others would let callers probe what else runs on a host. */
const PORTS: ReadonlySet<string> = new Set(["80", "443", "8080"]);

const portOf = ({ protocol, port }: URL): string => port || (protocol === "https:" ? "443" : "80");

/** As a parsed URL writes it: `bücher.example` and `::1` become `xn--bcher-kva.example` and `[::1]`. */
const normalise = (host: string): string => {
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}/`;
  return URL.canParse(url) ? new URL(url).hostname : host;
};

const toAllowed = (entry: string): string => {
  const [, host, port] = (isIP(entry) === 0 && /^(.+):(\d{1,5})$/.exec(entry)) || [];
  return host === undefined ? normalise(entry) : `${normalise(host)}:${Number(port)}`;
};

/** `allowHosts` are host names or addresses, which count for every port, or one with its port (`host:port`). */
export const createToTarget = (allowHosts: readonly string[]): ToTarget => {
  const allowed = new Set(allowHosts.map(toAllowed));
  return (address, base) => {
    if (!URL.canParse(address, base?.href)) return undefined;
    const url = new URL(address, base);
    if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
    if (url.username !== "" || url.password !== "") return undefined;
    if (base?.protocol === "https:" && url.protocol === "http:") return undefined;
    const isAllowed = allowed.has(url.hostname) || allowed.has(`${url.hostname}:${portOf(url)}`);
    if (!isAllowed && !(PORTS.has(portOf(url)) && mayBePublic(url.hostname))) return undefined;
    return { url, isAllowed };
  };
};

/** Names may; addresses are never looked up, so they are looked at here. */
const mayBePublic = (hostname: string): boolean => {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) === 0 || isPublicAddress(bare);
};
