import type { SignInOrigin } from "@kalends/core/accounts";
import type { Config } from "../configuration/config.ts";

type Addressed = Pick<Config, "baseUrl" | "host" | "port" | "trustProxy">;

export const isLoopback = (host: string): boolean => /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/i.test(host);

/**
 * Returns the public address without a slash at its end; `undefined` if it is unknown. `listens`: the calendar
 * listens on its configured host and port itself.
 * Source: rules/sign-in.md#public-address.
 */
export const publicAddressOf = (
  { baseUrl, host, port, trustProxy }: Addressed,
  { listens }: { readonly listens: boolean },
): string | undefined => {
  if (baseUrl !== undefined) return baseUrl.replace(/\/+$/, "");
  return listens && port !== 0 && trustProxy === 0 && isLoopback(host)
    ? `http://localhost:${port}`
    : undefined;
};

/** Returns the address of a one-time link that the command line prints. */
export const printedLink = (config: Pick<Config, "baseUrl">, port: number, token: string): string =>
  `${config.baseUrl?.replace(/\/+$/, "") ?? `http://localhost:${port}`}/sign-in#${token}`;

/**
 * Returns origin and relying party of passkeys; `undefined` unless the public address is https or localhost.
 * Source: rules/sign-in.md#passkeys.
 */
export const toSignInOrigin = (config: Addressed, listens: boolean): SignInOrigin | undefined => {
  const address = publicAddressOf(config, { listens });
  if (address === undefined) return undefined;
  const { origin, protocol, hostname } = new URL(address);
  return protocol === "https:" || hostname === "localhost" ? { origin, rpId: hostname } : undefined;
};
