import { type AccountsDeps, createAccounts, type JwtSettings, type OpenedAccounts } from "@kalends/accounts";
import type { Config } from "../configuration/config.ts";
import { messageOf, OperatorError } from "../operator-error.ts";

/** Accounts with authentication, sign-in and administration. */
export type ConfiguredAccounts = OpenedAccounts;

/**
 * Creates the accounts of a store with the settings of the installation. Throws an `OperatorError` if the JWT
 * key cannot be used.
 */
export const createConfiguredAccounts = ({
  config,
  ...deps
}: Omit<AccountsDeps, "jwt" | "unfilteredHtml" | "sessionLimits"> & {
  readonly config: Config;
}): ConfiguredAccounts => {
  try {
    const { unfilteredHtml, sessionIdle: idle, sessionLifetime: lifetime } = config;
    return createAccounts({
      ...deps,
      ...{ jwt: toJwtSettings(config), unfilteredHtml, sessionLimits: { idle, lifetime } },
    });
  } catch (error) {
    throw new OperatorError([`KALENDS_JWT_KEY cannot be used: ${messageOf(error)}`]);
  }
};

const toJwtSettings = (config: Config): JwtSettings | undefined => {
  const { jwtKey: key, jwksUrl, jwtIssuer: issuer, jwtAudience: audience } = config;
  return key === undefined && jwksUrl === undefined
    ? undefined
    : { key, jwksUrl, issuer, audience, maxLifetime: config.jwtMaxLifetime };
};
