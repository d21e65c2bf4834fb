import type { LogFields, Plugin } from "@kalends/core/interface";
import type { Config } from "../configuration/config.ts";
import { withoutCredentials } from "../storage/storage-schemes.ts";
import { NODE_VERSION, VERSION } from "../version.ts";

export interface Installed {
  readonly config: Config;
  readonly plugins: readonly Plugin[];
  readonly inertPlugins?: readonly string[];
}

/** Returns the fields of the log line that a start writes. The fields contain no secrets. */
export const toStartLine = (
  { config, plugins, inertPlugins = [] }: Installed,
  storage: string = withoutCredentials(config.storage),
): LogFields => ({
  version: VERSION,
  node: NODE_VERSION,
  storage,
  timezone: config.timezone,
  baseUrl: config.baseUrl ?? "of each request",
  plugins: plugins.map(({ name }) => name),
  ...(inertPlugins.length > 0 && { pluginsWithoutLicence: inertPlugins }),
});
