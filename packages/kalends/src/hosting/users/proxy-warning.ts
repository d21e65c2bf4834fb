import { BlockList, isIPv6 } from "node:net";
import type { Logger } from "@kalends/core";
import type { HttpSettings, Identify } from "@kalends/http";

interface ProxyWarningDeps {
  readonly logger: Logger;
  readonly settings: Pick<HttpSettings, "trustProxy">;
}

/**
 * Returns the networks in which the operator's own proxy may be. Proxy headers from other addresses may be
 * forged.
 */
const createNear = (): BlockList => {
  const near = new BlockList();
  for (const [network, bits] of [
    ["127.0.0.0", 8],
    ["10.0.0.0", 8],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
  ] as const)
    near.addSubnet(network, bits);
  near.addAddress("::1", "ipv6");
  near.addSubnet("fc00::", 7, "ipv6");
  return near;
};

/**
 * Wraps the identification of callers to log a warning once if requests seem to come through a proxy that is
 * not trusted. All clients then share one address, so wrong passwords of one client would block all others.
 */
export const warnOfProxy = (identify: Identify, { logger, settings }: ProxyWarningDeps): Identify => {
  if (settings.trustProxy > 0) return identify;
  const near = createNear();
  let hasWarned = false;
  return (request, context) => {
    if (!hasWarned && request.headers["x-forwarded-for"] !== undefined) {
      const proxy = request.socket.remoteAddress ?? "";
      if (near.check(proxy, isIPv6(proxy) ? "ipv6" : "ipv4")) {
        hasWarned = true;
        logger.warn(
          "requests come through an untrusted proxy, so all clients count as one: set KALENDS_TRUST_PROXY to the number of proxies",
          { proxy },
        );
      }
    }
    return identify(request, context);
  };
};
