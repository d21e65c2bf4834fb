import { isIP } from "node:net";
import type { FetchRefusal } from "@kalends/core";
import { isPublicAddress } from "./public-address.ts";

/** URL to which a request is sent, with the results of its checks. */
export interface Target {
  readonly url: URL;
  /**
   * True if the installation allows this internal host with this port. The host may then have any IP address.
   */
  readonly isAllowed: boolean;
  /**
   * True if the host is an IP address that is not public. A host name may also resolve to such an address.
   */
  readonly isInternal: boolean;
}

/**
 * Returns the target for a URL, or the reason why no request may be sent to this URL. Does not resolve host
 * names.
 */
type ToTarget = (
  address: string,
  base?: URL,
) => Target | Extract<FetchRefusal, "forbidden-address" | "host-unknown">;

/** Usual ports of web servers. With other ports, callers could examine the services of a host. */
const PORTS: ReadonlySet<string> = new Set(["80", "443", "8080"]);

const portOf = ({ protocol, port }: URL): string => port || (protocol === "https:" ? "443" : "80");

/**
 * Returns a host in the spelling of a parsed URL: `bücher.example` and `::1` become `xn--bcher-kva.example`
 * and `[::1]`.
 */
const normalise = (host: string): string => {
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}/`;
  return URL.canParse(url) ? new URL(url).hostname : host;
};

const toAllowed = (entry: string): string => {
  const [, host, port] = (isIP(entry) === 0 && /^(.+):(\d{1,5})$/.exec(entry)) || [];
  return host === undefined ? normalise(entry) : `${normalise(host)}:${Number(port)}`;
};

/**
 * Creates the function that checks URLs. `allowHosts` contains internal hosts to allow, with all ports or
 * with one port (rules/images.md#allowed-hosts).
 */
export const createToTarget = (
  allowHosts: readonly string[],
  isPublic: (address: string) => boolean = isPublicAddress,
): ToTarget => {
  const allowed = new Set(allowHosts.map(toAllowed));
  return (address, base) => {
    if (!URL.canParse(address, base?.href)) return "forbidden-address";
    const url = new URL(address, base);
    if (url.protocol !== "http:" && url.protocol !== "https:") return "forbidden-address";
    if (url.username !== "" || url.password !== "") return "forbidden-address";
    if (base?.protocol === "https:" && url.protocol === "http:") return "forbidden-address";
    const isAllowed = allowed.has(url.hostname) || allowed.has(`${url.hostname}:${portOf(url)}`);
    if (!isAllowed && !PORTS.has(portOf(url))) return "forbidden-address";
    // Check an IP address here, because it is never looked up.
    const bare = url.hostname.replace(/^\[|\]$/g, "");
    const isInternal = isIP(bare) !== 0 && !isPublic(bare);
    return isInternal && !isAllowed ? "host-unknown" : { url, isAllowed, isInternal };
  };
};
