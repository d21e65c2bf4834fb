import type { PluginDeps } from "./plugin-deps.ts";

/** A file or an address that is to be imported. */
export interface ImportSource {
  /** As it was named: a path or an HTTP address. */
  readonly place: string;
  /** What a server has called it, in lower case and without parameters. */
  readonly mediaType?: string;
  /** The encoding of a text that a server has named with it. */
  readonly charset?: string;
  /** Its first bytes, at most 4,096. */
  readonly beginning: Uint8Array;
  /** All of it, from the beginning; once. */
  bytes(): AsyncIterable<Uint8Array>;
}

export type ImportOutcome = "added" | "updated" | "unchanged" | "removed" | "skipped" | "failed";

/** Gets what becomes of each part of the source. */
export interface ImportProgress {
  /** `kind`: such as `event`; `name`: what people find it by in the source; `reason`: why it was skipped or failed. */
  note(outcome: ImportOutcome, kind: string, name: string, reason?: string): void;
}

/** Options that the operator gives an import. */
export interface ImporterOptions {
  /** Treatment of records that no import made and that the source contains too: `skip` leaves them, `update` changes them. */
  readonly own: "skip" | "update";
  /** Write nothing, and note the same outcomes; true only for importers that declare `hasDryRun`. */
  readonly dryRun: boolean;
}

/** Takes over what other programs have written: behind `kalends import`. */
export interface Importer<Services extends object = object> {
  /** What `--format` calls it: lower-case letters, digits and `-`; unique. */
  readonly format: string;
  readonly description: string;
  /** Whether the source looks like its own, by its place, its media type or its beginning. */
  recognises(source: Omit<ImportSource, "bytes">): boolean;
  /** True if `run` follows `dryRun`; without it, `--dry-run` is refused for what the importer recognises. */
  readonly hasDryRun?: boolean;
  /** An `Error` ends the import with its message; what was taken over before stays. */
  run(
    source: ImportSource,
    progress: ImportProgress,
    options: ImporterOptions,
    deps: PluginDeps & Services,
  ): Promise<void>;
}
