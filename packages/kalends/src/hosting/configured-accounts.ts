import { type AccountsDeps, createAccounts, type FirstRun, type JwtSettings } from "@kalends/accounts";
import type { AccountAdministration, Accounts } from "@kalends/core/accounts";
import type { Config } from "../configuration/config.ts";
import { messageOf, OperatorError } from "../operator-error.ts";

/** Accounts of the calendar, with authentication, administration and the first start. */
export type ConfiguredAccounts = Accounts & AccountAdministration & FirstRun;

/**
 * Creates the accounts for a store with the settings of the installation. Throws an `OperatorError` if the
 * JWT key is unusable.
 */
export const createConfiguredAccounts = ({
  config,
  ...deps
}: Pick<AccountsDeps, "store" | "clock" | "logger" | "history" | "onRefused" | "signInLimits"> & {
  readonly config: Config;
}): ConfiguredAccounts => {
  try {
    return createAccounts({ ...deps, jwt: toJwtSettings(config), unfilteredHtml: config.unfilteredHtml });
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
