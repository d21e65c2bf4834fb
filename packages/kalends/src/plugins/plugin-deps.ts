import { readFile } from "node:fs/promises";
import {
  type Clock,
  type GuardedFetch,
  type HtmlCleaner,
  type Logger,
  type SiteSettings,
  toLoggedAddress,
} from "@kalends/core";
import {
  type AmendDeps,
  createAmend,
  createCollectionOf,
  type HttpGet,
  type MailQueue,
  type PluginDeps,
  type RecordExtensions,
  type RunLeased,
  type SiteOfPlugins,
  translationsOf,
} from "@kalends/core/interface";
import type { AccountStore, Store } from "@kalends/core/storage";
import { createDeadline } from "@kalends/media";
import type { Config } from "../configuration/config.ts";
import { toLocale } from "../configuration/settings.ts";
import type { Host } from "../hosting/host.ts";
import { secrets } from "../hosting/secrets.ts";
import type { Callers } from "../hosting/users/callers.ts";
import { createMailboxOf } from "../hosting/users/user-mailboxes.ts";
import type { Idempotency } from "../idempotency/create-idempotency.ts";
import { createLogger } from "../logging/loggers.ts";
import type { DepsOf } from "./contributions.ts";
import { createPluginCalendars, type PluginCalendarDeps } from "./plugin-calendar.ts";

export interface PluginDepsSources extends AmendDeps, Omit<PluginCalendarDeps, "store" | "callers"> {
  readonly store: Store;
  readonly idempotency: Pick<Idempotency, "recordingWrites">;
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly htmlCleaner: HtmlCleaner;
  readonly config: Config;
  readonly host: Pick<Host, "mountPath">;
  /**
   * Fields and members that plugins add to records; `undefined` if no plugin adds any. Read only on use,
   * because fields and members depend on the contributions of plugins.
   */
  readonly extensions: RecordExtensions | undefined;
  readonly runLeased: RunLeased;
  readonly guardedFetchOf: (plugin: string) => GuardedFetch;
  readonly httpGet: HttpGet;
  readonly mailQueue: MailQueue | undefined;
  /** Absent if a host application manages the users. */
  readonly accountStore: Pick<AccountStore, "find"> | undefined;
  readonly callers: PluginCalendarDeps["callers"] & Pick<Callers, "usersOf">;
}

/**
 * Creates the dependencies of each plugin. The collections, leases and mail templates in them belong to the
 * plugin.
 */
export const createPluginDeps = (sources: PluginDepsSources): DepsOf => {
  const { plugins, store, postStatuses, clock, logger, site, htmlCleaner, httpGet, mailQueue } = sources;
  const amendAs = createAmend(sources);
  const noted = sources.idempotency.recordingWrites(store);
  const calendarOf = createPluginCalendars(sources);
  const translated = (text: string, language: string): string =>
    plugins
      .flatMap(({ texts = [] }) => texts)
      .map((texts) => translationsOf(texts, language).get(text))
      .find((translation) => translation !== undefined) ?? text;
  return (plugin): PluginDeps => ({
    calendar: calendarOf(plugin),
    amend: amendAs(plugin),
    collection: createCollectionOf(
      noted,
      plugin,
      plugins.find(({ name }) => name === plugin)?.collections ?? [],
    ),
    postStatuses,
    shownFields: (kind, language = sources.config.language) =>
      (sources.extensions?.shownFields(kind) ?? []).map(({ name, label, choices, unit }) => ({
        ...{ name, label: translated(label, language) },
        ...(choices && { choices: mapValues(choices, (text) => translated(text, language)) }),
        ...(unit !== undefined && { unit: translated(unit, language) }),
      })),
    clock,
    logger: withPluginName(logger, plugin),
    site: toSiteOfPlugins(site, sources.config, sources.host),
    runLeased: (name, ...rest) => sources.runLeased(`plugin/${plugin}/${name}`, ...rest),
    httpGet,
    guardedFetch: sources.guardedFetchOf(plugin),
    secrets,
    mail: mailQueue && {
      queue: (mail) => mailQueue.queue({ ...mail, template: `${plugin}/${mail.template}` }),
    },
    mailboxOf: createMailboxOf(sources),
    readFile: (path) => readFile(path, "utf8"),
    toText: (html) => htmlCleaner.toText(html),
  });
};

const mapValues = (
  texts: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));

const toSiteOfPlugins = (
  site: SiteSettings,
  config: Config,
  { mountPath }: Pick<Host, "mountPath">,
): SiteOfPlugins => ({
  ...site,
  language: config.language,
  locales: config.locales.map((text) => toLocale(text).name),
  restRoot: config.restRoot,
  vendor: config.vendor,
  ...(config.baseUrl !== undefined && { baseUrl: config.baseUrl }),
  ...(mountPath !== undefined && { mountPath }),
});

const withPluginName = (logger: Logger, plugin: string): Logger =>
  createLogger((level, message, fields) => logger[level](message, { ...fields, plugin }));

const TIMEOUT_SECONDS = 10;
const MAX_RESPONSE_BYTES = 8 * 1024 ** 2;

export const createHttpGet =
  ({ closing }: { readonly closing: AbortSignal }): HttpGet =>
  async (url, { headers = {}, timeoutSeconds = TIMEOUT_SECONDS } = {}) => {
    const { signal, end } = createDeadline(timeoutSeconds * 1000, closing);
    try {
      const response = await fetch(url, { headers, signal });
      const decoder = new TextDecoder();
      let bytes = 0;
      let text = "";
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length;
        // Leaving the loop closes the connection.
        if (bytes > MAX_RESPONSE_BYTES)
          throw new Error(
            `The response of ${toLoggedAddress(url)} is larger than ${MAX_RESPONSE_BYTES} bytes`,
          );
        text += decoder.decode(chunk, { stream: true });
      }
      return { status: response.status, text: text + decoder.decode() };
    } finally {
      end();
    }
  };
