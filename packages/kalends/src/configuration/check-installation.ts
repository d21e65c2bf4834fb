import { dirname, resolve } from "node:path";
import { checkPlace, type PlaceCheck } from "../storage/check-place.ts";
import { DEFAULT_DIRECTORY } from "../storage/open-storage.ts";
import { STORAGE_SCHEMES, splitStorage, withoutCredentials } from "../storage/storage-schemes.ts";
import type { Config } from "./config.ts";
import type { Installation } from "./installation.ts";
import { isLoopback } from "./public-address.ts";
import { SETTINGS } from "./settings.ts";
import { siteAddresses } from "./site-addresses.ts";

/** Result of checking an installation without starting it. */
export interface InstallationCheck {
  /** Labels and values that describe what a start would serve. */
  readonly lines: readonly (readonly [label: string, value: string])[];
  readonly warnings: readonly string[];
  /** Problems that would prevent the calendar from working. */
  readonly problems: readonly string[];
}

const MEMORY = ":memory:";

const describePlace = (path: string, { exists }: PlaceCheck): string =>
  `${resolve(path)}${exists ? "" : " (will be created)"}`;

const originOf = ({ host, port }: Config): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/**
 * Returns warnings about the public address and proxies. Only the operator can judge whether these settings
 * are right.
 */
const addressWarnings = ({ baseUrl, host, restRoot, trustProxy }: Config): readonly string[] => {
  const { baseUrl: base, trustProxy: proxies } = SETTINGS;
  const isProxied = trustProxy > 0;
  const warnings: string[] = [];
  if (baseUrl === undefined)
    warnings.push(
      isProxied
        ? `${base.variable} is not set: links use X-Forwarded-Host and X-Forwarded-Proto, so the proxy must set both`
        : `${base.variable} is not set: links use the Host header sent by each client; set it to the public address`,
    );
  else {
    const { protocol, hostname, pathname } = new URL(baseUrl);
    if (`${pathname}/`.includes(`${restRoot}/`))
      warnings.push(
        `${base.variable} contains the path ${restRoot} of the REST interface, so links contain it twice: give the address of the site`,
      );
    if (protocol === "https:" && !isProxied)
      warnings.push(
        `${base.variable} is https, so a proxy terminates TLS: set ${proxies.variable} to the number of proxies, or all clients count as one address`,
      );
    if (protocol === "http:" && !isLoopback(hostname))
      warnings.push(`${base.variable} is http: passwords and tokens cross the network unencrypted`);
  }
  if (isProxied && !isLoopback(host))
    warnings.push(
      `${proxies.variable} is ${trustProxy} and the server listens on ${host}: clients that reach the port past the proxy choose their own address; block it, or set KALENDS_HOST=127.0.0.1`,
    );
  return warnings;
};

/**
 * Checks that the storage scheme is known. Also checks that the folders of an installation exist or can be
 * created, and are writable.
 */
const checkFolders = async ({
  config,
  plugins,
}: Installation): Promise<Pick<InstallationCheck, "lines" | "problems">> => {
  const { storage, media } = config;
  const { scheme, place } = splitStorage(storage);
  const isFile = scheme === "sqlite" && place !== MEMORY;
  const database = isFile ? await checkPlace(place, "file") : undefined;
  // SQLite creates additional files in the folder of the database.
  const folder = database?.exists ? await checkPlace(dirname(resolve(place)), "folder") : undefined;
  const isInStorage = media === undefined && scheme.startsWith("mongodb");
  const directory = media ?? DEFAULT_DIRECTORY;
  const images = isInStorage ? undefined : await checkPlace(directory, "folder");
  const added = plugins.flatMap(({ storageSchemes = [] }) => storageSchemes.map((one) => one.scheme));
  const known = [...Object.keys(STORAGE_SCHEMES), ...added];
  const refuse = (what: string, problem: string | undefined): readonly string[] =>
    problem === undefined ? [] : [`${what}: ${problem}`];
  return {
    lines: [
      [
        "Storage",
        database === undefined
          ? `${withoutCredentials(storage)} (not opened)`
          : describePlace(place, database),
      ],
      ["Images", images === undefined ? "in the storage" : describePlace(directory, images)],
    ],
    problems: [
      ...(known.includes(scheme)
        ? []
        : [`The storage scheme ${scheme} is unknown; known schemes: ${known.join(", ")}`]),
      ...refuse("The database cannot be used", database?.problem ?? folder?.problem),
      ...refuse("The folder of images cannot be used", images?.problem),
    ],
  };
};

const describePlugins = ({ plugins, inertPlugins, absentPlugins, replacedPlugins }: Installation): string => {
  const parts = [
    plugins.map(({ name }) => name).join(", ") || "No plugins are enabled",
    ...(inertPlugins.length > 0 ? [`without a licence: ${inertPlugins.join(", ")}`] : []),
    ...(absentPlugins.length > 0 ? [`not installed: ${absentPlugins.join(", ")}`] : []),
    ...(replacedPlugins.length > 0 ? [`defaults that are off: ${replacedPlugins.join(", ")}`] : []),
  ];
  return parts.join("; ");
};

/**
 * Checks the public address, the proxies, the storage scheme and the folders; settings and plugins were
 * already read. Opens and creates nothing.
 */
export const checkInstallation = async (installation: Installation): Promise<InstallationCheck> => {
  const { config, plugins } = installation;
  const { restRoot, vendor, locales, timezone, workers } = config;
  const origin = originOf(config);
  const base = (config.baseUrl ?? origin).replace(/(?<!\/)\/+$/, "");
  const folders = await checkFolders(installation);
  return {
    lines: [
      ["Listens on", origin],
      ["Processes", String(workers)],
      ...siteAddresses(base, plugins),
      ["Interface", `${base}${restRoot}/${vendor}/events/v1`],
      ...(locales.length > 0 ? ([["Languages", locales.join(", ")]] as const) : []),
      ...folders.lines,
      ["Time zone", timezone],
      ["Plugins", describePlugins(installation)],
    ],
    warnings: addressWarnings(config),
    problems: folders.problems,
  };
};
