import type { Config } from "./config.ts";

/** True for host names of this computer. */
export const isLoopback = (host: string): boolean => /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/i.test(host);

/**
 * Returns the address of a server without a configured one; `undefined` if people may reach it by another address.
 * It names `localhost`, because browsers offer no passkeys on 127.0.0.1.
 * Source: rules/sign-in.md#public-address.
 */
export const localAddressOf = ({
  host,
  port,
  trustProxy,
}: Pick<Config, "host" | "port" | "trustProxy">): string | undefined =>
  isLoopback(host) && trustProxy === 0 && port !== 0 ? `http://localhost:${port}` : undefined;
