import type { BlobStore, SiteSettings } from "@kalends/core";
import type { ImportDeps, ImportImagesDeps, ImportReport, Source } from "@kalends/import";
import { type CommandContext, type CommandStorage, withStorage } from "../commands/command-context.ts";
import { withOutbox } from "../commands/notify-option.ts";
import type { Config } from "../configuration/config.ts";
import { toSiteSettings } from "../configuration/site-settings.ts";
import { newToken } from "../hosting/secrets.ts";
import { systemClock } from "../jobs/timers.ts";
import { SILENT_LOGGER } from "../logging/loggers.ts";
import { readAuthorFile } from "./author-file.ts";
import { amendByFields } from "./custom-fields.ts";
import type { ImportProgress } from "./import-progress.ts";
import type { ImportSourceOptions } from "./import-source-options.ts";
import { openOldLinks } from "./rewritten-links.ts";
import type { SourcePlaces } from "./sources/import-formats.ts";

/** Imports the records of built-in sources. Files and URLs of the same format are opened as one source. */
export const importSources = async (
  context: CommandContext,
  sources: readonly SourcePlaces[],
  options: ImportSourceOptions,
  report: ImportReport,
  progress: Pick<ImportProgress, "expect">,
): Promise<void> =>
  withStorage(context, {}, async (storage) => {
    for (const { source, places } of sources) {
      const opened = await source.open(places, {
        ...{ context, options, warn: context.warn, site: storage.config, onExpected: progress.expect },
        documents: options.dryRun ? undefined : storage.store.documents,
      });
      try {
        await importSource(context, storage, opened, options, report);
      } finally {
        await opened.close?.();
      }
    }
  });

/**
 * Imports the records of an opened source. Returns the dependencies of the import. `through` wraps the source
 * after the options were applied.
 */
export const importSource = async (
  { warn, showProgress }: CommandContext,
  storage: CommandStorage,
  source: Source,
  { images, tell, dryRun: isDry, authors, customField, findSeries, rewriteLinks }: ImportSourceOptions,
  report: ImportReport,
  through: (source: Source) => Source = (given) => given,
): Promise<ImportDeps & { readonly site: SiteSettings }> => {
  const { config, store: stored, openAccounts, openMedia } = storage;
  const dryRun = isDry === true;
  const [
    imports,
    { createImportedHtmlCleaner },
    { createExtendHorizon, createPostStatuses, withImportedVersions },
  ] = await Promise.all([
    import("@kalends/import"),
    import("@kalends/html"),
    import("@kalends/core/interface"),
  ]);
  const { importImages, openAuthors, runImport, withSeries } = imports;
  const versioned = config.history > 0 ? withImportedVersions(stored) : stored;
  const store = tell ? await withOutbox(versioned) : versioned;
  const onProgress = (done: number, total: number): void => showProgress(`image ${done} of ${total}`);
  const imageDeps =
    images && !dryRun
      ? { store, report, onProgress, ...(await imageDepsOf(config, await openMedia(), warn)) }
      : undefined;
  const deps: ImportDeps & { readonly site: SiteSettings } = {
    store,
    htmlCleaner: createImportedHtmlCleaner(),
    clock: systemClock,
    site: toSiteSettings(config),
    extendSeries: createExtendHorizon({ store, clock: systemClock, site: config, logger: SILENT_LOGGER }),
    authors: await openAuthors({
      ...{ store, dryRun, accounts: await openAccounts(), note: report.note },
      ...(source.namesOf && { namesOf: source.namesOf }),
      ...(await readAuthorFile(authors)),
    }),
    amends: [await amendByFields(storage, customField)],
    statuses: createPostStatuses().names,
    ...(imageDeps && {
      importImages: (addresses, replaced, onProblem) =>
        importImages(addresses, replaced, { ...imageDeps, onProblem }),
    }),
  };
  const given = withSeries(source, { store, find: findSeries === true });
  const links = rewriteLinks ? await openOldLinks(store, config) : undefined;
  const rewritten = links ? imports.withRewrittenLinks(given, links) : given;
  await runImport(through(rewritten), deps, { dryRun }, report);
  if (links === undefined || dryRun) return deps;
  if (imageDeps !== undefined) await imports.importTextImages(imageDeps);
  const reconciled = await imports.reconcileLinks({ store, htmlCleaner: deps.htmlCleaner, links });
  if (reconciled > 0)
    report.note(`texts changed again, because the records they link to were imported later: ${reconciled}`);
  return deps;
};

const imageDepsOf = async (
  { imageAllowHosts: allowHosts, imageMetadata }: Config,
  blobStore: BlobStore,
  warn: (line: string) => void,
): Promise<Pick<ImportImagesDeps, "fetcher" | "files">> => {
  const [{ createImageFiles }, { createImageFetcher, createImageRenderer }] = await Promise.all([
    import("@kalends/core/interface"),
    import("@kalends/media"),
  ]);
  const logger = { ...SILENT_LOGGER, warn, error: warn };
  const imageRenderer = createImageRenderer({ logger, keepsMetadata: imageMetadata === "keep" });
  return {
    fetcher: createImageFetcher({ allowHosts }),
    files: createImageFiles({ blobStore, imageRenderer, newToken, clock: systemClock, logger }),
  };
};
