import type { Command } from "commander";
import { NOTIFY } from "../commands/notify-option.ts";
import { addLiveOptions } from "./live/live-options.ts";
import type { OpenLiveOptions } from "./live/open-live.ts";

/**
 * Options of `kalends import`, `kalends move` and `kalends follow` that determine how a source is read and
 * imported.
 */
export interface ImportSourceOptions extends OpenLiveOptions {
  /** True to copy image files. */
  readonly images: boolean;
  readonly tell?: true;
  readonly dryRun?: true;
  /** Path of the file that maps authors of the source to accounts of this calendar. */
  readonly authors?: string;
  /** Mappings of custom fields to plugin fields, each as `LABEL=FIELD`. */
  readonly customField?: readonly string[];
  readonly findSeries?: true;
  /** True to replace links to the old site in texts by links to imported records. */
  readonly rewriteLinks?: true;
}

/**
 * Adds the options that `kalends import`, `kalends move` and `kalends follow` share, including the options
 * for live servers.
 */
export const addImportSourceOptions = (command: Command): Command =>
  addLiveOptions(
    command
      .option("--no-images", "do not fetch images; they stay at the source")
      .option(
        "--authors <file>",
        "CSV file that maps authors to accounts: number or name at the source, and the account here",
      )
      .option(
        "--custom-field <label=field>",
        "import a custom field of events into this field of a plugin; may be repeated",
        (mapping: string, earlier: readonly string[] = []) => [...earlier, mapping],
      )
      .option("--find-series", "combine similar new events with a regular rhythm into series")
      .option("--rewrite-links", "replace links to the old site in texts by links to the imported records")
      .option("--tell", NOTIFY),
  );
