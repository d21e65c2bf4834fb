import type { ImportOutcome, Owned } from "@kalends/core";
import type { Importer, ImporterOptions, PluginDeps } from "@kalends/core/interface";
import { messageOf, OperatorError } from "../../operator-error.ts";
import { type ForeignPlace, unknownFormat, unknownFormatOf } from "./import-formats.ts";
import { type OpenedSource, openSource } from "./import-source.ts";

interface RunImportersOptions {
  /** Importers of plugins, in the order of the configuration. */
  readonly importers: readonly (Owned<Importer> & { readonly deps: PluginDeps })[];
  readonly places: readonly ForeignPlace[];
  /** Format that all files and addresses have. If `undefined`, each importer detects its format. */
  readonly format: string | undefined;
  readonly options: ImporterOptions;
  /** Called with the outcome of each item of a file or address. */
  note(place: string, outcome: ImportOutcome, kind: string, name: string, reason?: string): void;
}

/**
 * Imports files and addresses in order. The first importer that recognizes a file or address imports it; with
 * `format`, the first importer of that format. Rejects with an `OperatorError` if no importer recognizes a
 * file, an address, or any file of a given folder. Also rejects if an importer fails, or if a dry run is
 * requested and the importer has none. Items that were already imported stay.
 */
export const runImporters = async ({
  importers,
  places,
  format,
  options,
  note,
}: RunImportersOptions): Promise<void> => {
  const formats = importers.map(({ value }) => value.format);
  if (format !== undefined && !formats.includes(format)) throw unknownFormat(format, formats);
  const recognised = new Set<string>();
  for (const { place, folder, notLive } of places) {
    const source = await openSource(place, { notLive });
    try {
      const importer = importers.find(({ plugin, value }) =>
        format === undefined ? isRecognised(source, plugin, value) : value.format === format,
      );
      if (importer === undefined && folder === undefined) throw unknownFormatOf(place, formats, notLive);
      if (importer === undefined) continue;
      if (options.dryRun && importer.value.hasDryRun !== true)
        throw new OperatorError([
          `${place} cannot be imported with --dry-run: the format ${importer.value.format} has no dry run.`,
        ]);
      if (folder !== undefined) recognised.add(folder);
      const { value, deps } = importer;
      await value.run(source, { note: (...noted) => note(place, ...noted) }, options, deps);
    } catch (error) {
      throw error instanceof OperatorError ? error : new OperatorError([`${place}: ${messageOf(error)}`]);
    } finally {
      await source.close();
    }
  }
  const unknown = places.find(({ folder }) => folder !== undefined && !recognised.has(folder));
  if (unknown?.folder !== undefined) throw unknownFormatOf(unknown.folder, formats);
};

const isRecognised = (source: OpenedSource, plugin: string, importer: Importer): boolean => {
  const { bytes: _, close: _close, ...seen } = source;
  try {
    return importer.recognises(seen);
  } catch (error) {
    throw new OperatorError([
      `The plugin ${plugin} failed to recognise ${source.place}: ${messageOf(error)}`,
    ]);
  }
};
