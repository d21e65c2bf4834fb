import type { Command } from "commander";
import { TELL } from "../commands/tell-option.ts";
import { addLiveOptions } from "./live/live-options.ts";
import type { OpenLiveOptions } from "./live/open-live.ts";

/** Options of `kalends import` and `kalends follow` for reading and merging sources. */
export interface TakeOverOptions extends OpenLiveOptions {
  /** True to fetch images. */
  readonly images: boolean;
  readonly tell?: true;
  readonly dryRun?: true;
  /** File that maps authors of the source to accounts of this calendar. */
  readonly authors?: string;
  /** Mappings, each `LABEL=FIELD`. */
  readonly customField?: readonly string[];
  readonly findSeries?: true;
  /** True to replace links to the old site in texts by links to the imported records. */
  readonly rewriteLinks?: true;
}

/** Adds the options that both commands share, including those for live servers. */
export const addTakeOverOptions = (command: Command): Command =>
  addLiveOptions(
    command
      .option("--no-images", "leave images where they are, instead of fetching them")
      .option(
        "--authors <file>",
        "who authors are here: CSV, number or name there and the account here a line",
      )
      .option(
        "--custom-field <label=field>",
        "the field of a plugin that takes a custom field of events; may be repeated",
        (mapping: string, earlier: readonly string[] = []) => [...earlier, mapping],
      )
      .option("--find-series", "make series of new events that are alike and take place in a rhythm")
      .option("--rewrite-links", "let links in texts that lead to the old site lead to what was imported")
      .option("--tell", TELL),
  );
