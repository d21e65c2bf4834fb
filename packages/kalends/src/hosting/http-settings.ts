import type { HttpSettings } from "@kalends/http";
import { toCapacities } from "../capacities.ts";
import type { Config } from "../configuration/config.ts";
import { toCacheBytes, toLocale, toPageTemplates } from "../configuration/settings.ts";
import type { Contributions } from "../plugins/contributions.ts";
import type { Host } from "./host.ts";

/** Seconds in the `Retry-After` header while the storage does not respond. */
const STORAGE_RETRY_AFTER = 5;

/**
 * Maximum milliseconds for which a client may read no data of its response. The connection is then closed.
 */
const SEND_TIMEOUT_MS = 30_000;

interface HttpSettingsDeps {
  readonly config: Config;
  readonly pages: boolean;
  readonly host: Host;
  /** Public address of the site. Absent if it is not known, or if the settings only serve to compute URLs. */
  readonly publicAddress?: string | undefined;
  readonly contributions: Pick<Contributions, "authentication">;
}

/** Returns the settings of the HTTP interface. */
export const toHttpSettings = ({
  config,
  pages,
  host,
  contributions,
  publicAddress,
}: HttpSettingsDeps): HttpSettings => ({
  ...(host.mountPath !== undefined && { mountPath: host.mountPath }),
  restRoot: config.restRoot,
  vendor: config.vendor,
  ...(config.baseUrl !== undefined && { baseUrl: config.baseUrl }),
  hasSessions: host.identity === undefined,
  publicOrigin: publicAddress && new URL(publicAddress).origin,
  pageUrls: toPageTemplates(config),
  trustProxy: config.trustProxy,
  bodyLimit: config.bodyLimit,
  requireIfMatch: config.requireIfMatch,
  publicExternalIds: config.externalIds === "public",
  cacheMaxAge: config.cacheMaxAge,
  cacheMemory: toCacheBytes(config),
  cacheStaleness: config.cacheStaleness,
  compression: config.compression,
  language: config.language,
  locales: config.locales.map(toLocale),
  currencySymbol: config.currencySymbol,
  currencyPosition: config.currencyPosition,
  currencyCode: config.currencyCode,
  docDialect: config.docDialect,
  pages,
  capacities: toCapacities(config).http,
  storageRetryAfter: STORAGE_RETRY_AFTER,
  sendTimeout: SEND_TIMEOUT_MS,
  identityParameters: contributions.authentication.flatMap(({ value }) => value.parameters ?? []),
  identityHeaders: [
    ...new Set([
      ...(host.identity === undefined ? ["Authorization"] : ["Authorization", "Cookie"]),
      ...contributions.authentication.flatMap(({ value }) => value.headers.map(toHeaderName)),
    ]),
  ],
});

/** Returns a header name in its usual spelling: `x-api-key` becomes `X-Api-Key`. */
const toHeaderName = (name: string): string => name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
