import type { PluginDeps } from "./plugin-deps.ts";

/** File or URL that an operator imports. */
export interface ImportSource {
  /** File path or HTTP URL, as the operator typed it. */
  readonly place: string;
  /** Media type in the server's response, in lower case and without parameters. Absent for files. */
  readonly mediaType?: string;
  /** Character encoding in the server's response. Absent for files. */
  readonly charset?: string;
  /** First bytes of the source, at most 4,096. */
  readonly beginning: Uint8Array;
  /**
   * Reads the source from the beginning, in chunks as they arrive. It can be called only once. If a server
   * sends nothing for 30 seconds, the loop throws.
   */
  bytes(): AsyncIterable<Uint8Array>;
}

/** Outcome of an import for one item of the source, such as an event. */
export type ImportOutcome = "added" | "updated" | "unchanged" | "removed" | "skipped" | "failed";

/** Receiver of the import's progress. */
export interface ImportProgress {
  /**
   * Reports the outcome of one item. `kind` is a word such as `event`, by which outcomes are counted. `name`
   * identifies the item for people.
   * Items with a `reason` are printed. A `failed` item makes the command exit with code 1.
   */
  note(outcome: ImportOutcome, kind: string, name: string, reason?: string): void;
}

/** Options of one import, chosen by the operator. */
export interface ImporterOptions {
  /**
   * Handling of existing records that another import or a user of this calendar created: `skip` leaves them
   * unchanged, `update` changes them.
   */
  readonly own: "skip" | "update";
  /**
   * True if the importer must write nothing, but report the same outcomes. Only importers with `hasDryRun`
   * get true.
   */
  readonly dryRun: boolean;
}

/**
 * Format that `kalends import` can read, from files and from `http(s)` and `webcal` URLs. Kalends loads
 * importers before it opens the storage.
 *
 * An importer writes records with `calendar.asPlugin()`, so that rules, hooks and policies apply. It must
 * pass the option `origin` to `create` and `update`, and must change only records with its own origin.
 * `repairRule` repairs RRULEs of other programs.
 */
export interface Importer<Services extends object = object> {
  /** Name of the format, for `--format`: lower-case letters, digits and `-`. It must be unique. */
  readonly format: string;
  readonly description: string;
  /**
   * True if the importer can read the source, judged by its path or URL, media type or first bytes. When a
   * folder is imported, files that no importer recognises are skipped.
   */
  recognises(source: Omit<ImportSource, "bytes">): boolean;
  /** True if the importer supports `dryRun`. Otherwise the command refuses `--dry-run`. */
  readonly hasDryRun?: boolean;
  /**
   * Imports the source. If it throws an `Error`, the import ends with the error's message. Records imported
   * until then stay.
   */
  run(
    source: ImportSource,
    progress: ImportProgress,
    options: ImporterOptions,
    deps: PluginDeps & Services,
  ): Promise<void>;
}
