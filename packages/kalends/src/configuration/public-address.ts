import { oneTimeLinkAddress, type SignInOrigin } from "@kalends/core/accounts";
import type { Config } from "./config.ts";

/** True for host names of this computer. */
export const isLoopback = (host: string): boolean => /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/i.test(host);

/**
 * Returns `http://localhost` with the port as the address of a server without a configured address. Returns
 * `undefined` if people may reach the server by another address, or if the port is not fixed. The address
 * names `localhost`, because browsers offer no passkeys on 127.0.0.1.
 * Source: rules/sign-in.md#public-address.
 */
export const localAddressOf = ({
  host,
  port,
  trustProxy,
}: Pick<Config, "host" | "port" | "trustProxy">): string | undefined =>
  isLoopback(host) && trustProxy === 0 && port !== 0 ? `http://localhost:${port}` : undefined;

/** Returns the address of a one-time link that the command line prints. */
export const printedLink = ({ baseUrl }: Pick<Config, "baseUrl">, port: number, token: string): string =>
  oneTimeLinkAddress(baseUrl?.replace(/\/+$/, "") ?? `http://localhost:${port}`, token);

/**
 * Returns origin and relying party of passkeys; `undefined` unless the public address is https or localhost.
 * Source: rules/sign-in.md#passkeys.
 */
export const toSignInOrigin = (publicAddress: string | undefined): SignInOrigin | undefined => {
  if (publicAddress === undefined) return undefined;
  const { origin, protocol, hostname } = new URL(publicAddress);
  return protocol === "https:" || hostname === "localhost" ? { origin, rpId: hostname } : undefined;
};
