import { readFile } from "node:fs/promises";
import {
  type AmendDeps,
  type Clock,
  createAmend,
  createCollectionOf,
  type GuardedFetch,
  type HtmlCleaner,
  type HttpGet,
  type Leases,
  type Logger,
  type Operations,
  type Plugin,
  type PluginDeps,
  type ReadableRepositories,
  type RecordExtensions,
  type SiteOfPlugins,
  type SiteSettings,
  type Store,
  toLoggedAddress,
} from "@kalends/core";
import type { InProcessDeps } from "@kalends/http";
import type { Config } from "../configuration/config.ts";
import { toLocale } from "../configuration/settings.ts";
import { secrets } from "../hosting/secrets.ts";
import type { Callers } from "../hosting/users/callers.ts";
import type { Idempotency } from "../idempotency/answer-once.ts";
import { createLogger } from "../logging/loggers.ts";
import type { DepsOf } from "./contributions.ts";
import { createEventsAs } from "./deps/events-as.ts";
import { createPluginServices } from "./plugin-services.ts";
import { createReadAs } from "./read-as.ts";

export interface PluginDepsSources extends AmendDeps, Omit<InProcessDeps, "logger" | "postStatuses"> {
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly idempotency: Pick<Idempotency, "noting">;
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly htmlCleaner: HtmlCleaner;
  readonly config: Config;
  /** Made after contributions are, which they consist of. */
  readonly operations: Operations;
  /** Made of contributions, too; absent where none adds anything to records. */
  readonly extensions: RecordExtensions | undefined;
  readonly callers: Callers;
  readonly guardedFetchOf: (plugin: string) => GuardedFetch;
}

/** What each plugin gets: views of its own that lead nowhere else. */
export const createPluginDeps = (sources: PluginDepsSources): DepsOf => {
  const { plugins, store, postStatuses, clock, logger, site, htmlCleaner } = sources;
  const amendAs = createAmend(sources);
  const repositories = toReadable(store);
  const noted = sources.idempotency.noting(store);
  const { servicesOf, servicesAs } = createPluginServices(sources);
  const readAs = createReadAs(sources);
  const eventsAs = createEventsAs(sources);
  return (plugin): PluginDeps => ({
    repositories,
    amend: amendAs(plugin),
    collection: createCollectionOf(
      noted,
      plugin,
      plugins.find(({ name }) => name === plugin)?.collections ?? [],
    ),
    postStatuses,
    services: servicesOf(plugin),
    servicesAs,
    readAs,
    eventsAs,
    shownFields: (kind) => sources.extensions?.shownFields(kind) ?? [],
    clock,
    logger: signed(logger, plugin),
    site: toSiteOfPlugins(site, sources.config),
    leases: prefixed(store.leases, `plugin/${plugin}/`),
    httpGet,
    guardedFetch: sources.guardedFetchOf(plugin),
    secrets,
    readFile: (path) => readFile(path, "utf8"),
    toText: (html) => htmlCleaner.toText(html),
  });
};

const toSiteOfPlugins = (site: SiteSettings, config: Config): SiteOfPlugins => ({
  ...site,
  language: config.language,
  locales: config.locales.map((text) => toLocale(text).name),
  restRoot: config.restRoot,
  vendor: config.vendor,
  ...(config.baseUrl !== undefined && { baseUrl: config.baseUrl }),
});

const POST_READS = ["find", "findMany", "findBySlug", "list", "readAfter"] as const;
const EVENT_READS = [
  ...POST_READS,
  "listAfter",
  "occurrencesOf",
  "findOccurrence",
  "findByField",
  "nextOccurrences",
] as const;
const TERM_READS = [...POST_READS, "findByName", "withDescendants", "ancestors"] as const;
const IMAGE_READS = ["find", "findMany", "readAfter"] as const;

const toReadable = ({ events, venues, organizers, terms, images }: Store): ReadableRepositories => ({
  events: only(events, EVENT_READS),
  venues: only(venues, POST_READS),
  organizers: only(organizers, POST_READS),
  terms: only(terms, TERM_READS),
  images: only(images, IMAGE_READS),
});

/** These methods of an object, which itself stays out of reach. */
const only = <T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> =>
  // Sound: each name is of a method.
  Object.fromEntries(
    names.map((name) => [
      name,
      (...values: unknown[]) => Reflect.apply(from[name] as () => unknown, from, values),
    ]),
  ) as Pick<T, Name>;

/** Names of at most 200 characters, with the prefix. */
const prefixed = (leases: Leases, prefix: string): Leases => ({
  acquire: (name, ...rest) => leases.acquire(prefix + name, ...rest),
  release: (name, owner) => leases.release(prefix + name, owner),
});

const signed = (logger: Logger, plugin: string): Logger =>
  createLogger((level, message, fields) => logger[level](message, { ...fields, plugin }));

const TIMEOUT_SECONDS = 10;
const LARGEST_ANSWER = 8 * 1024 ** 2;

const httpGet: HttpGet = async (url, { headers = {}, timeoutSeconds = TIMEOUT_SECONDS } = {}) => {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutSeconds * 1000) });
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop ends the transfer.
    if (bytes > LARGEST_ANSWER)
      throw new Error(`The answer of ${toLoggedAddress(url)} is larger than ${LARGEST_ANSWER} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return { status: response.status, text: text + decoder.decode() };
};
