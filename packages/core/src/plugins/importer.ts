import type { PluginDeps } from "./plugin-deps.ts";

/** File or address to import. */
export interface ImportSource {
  /** Path or HTTP address, as the operator named it. */
  readonly place: string;
  /** Media type from the server, in lower case and without parameters. */
  readonly mediaType?: string;
  /** Character encoding from the server. */
  readonly charset?: string;
  /** First bytes, at most 4,096. */
  readonly beginning: Uint8Array;
  /** Reads the source from its beginning, as it arrives; can be called once. A server that sends nothing for 30 seconds ends it. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** Outcome of an import for one part of the source. */
export type ImportOutcome = "added" | "updated" | "unchanged" | "removed" | "skipped" | "failed";

/** Report of an import. */
export interface ImportProgress {
  /**
   * Reports the outcome of one part of the source. `kind` is such as `event`; `name` identifies the part for people; parts with a `reason` are printed. Outcomes are
   * counted by kind. A `failed` part makes the exit code 1.
   */
  note(outcome: ImportOutcome, kind: string, name: string, reason?: string): void;
}

/** Options that the operator gives an import. */
export interface ImporterOptions {
  /** Treatment of records that another import or a user of this calendar created: `skip` leaves them, `update` changes them. */
  readonly own: "skip" | "update";
  /** True if the importer must write nothing and report the same outcomes; only for importers with `hasDryRun`. */
  readonly dryRun: boolean;
}

/**
 * Format of `kalends import`, for files and for `http(s)` and `webcal` addresses. `kalends import` reads importers before it opens the storage.
 *
 * An importer writes with `calendar.asPlugin()`, so rules, hooks and policies apply. It passes the option `origin` to `create` and `update`, and changes
 * only records with its own origin. `mendRule` repairs RRULEs of other programs.
 */
export interface Importer<Services extends object = object> {
  /** Value of `--format`: lower-case letters, digits and `-`; unique. */
  readonly format: string;
  readonly description: string;
  /** True if the importer can read the source, by its place, media type or first bytes. Files of a folder that no importer recognises are left out. */
  recognises(source: Omit<ImportSource, "bytes">): boolean;
  /** True if `run` supports `dryRun`; otherwise `--dry-run` is refused. */
  readonly hasDryRun?: boolean;
  /** Imports the source. An `Error` ends the import with its message; records that were imported before stay. */
  run(
    source: ImportSource,
    progress: ImportProgress,
    options: ImporterOptions,
    deps: PluginDeps & Services,
  ): Promise<void>;
}
