import type { Command } from "commander";
import { TELL } from "../commands/tell-option.ts";
import { addLiveOptions } from "./live/live-options.ts";
import type { OpenLiveOptions } from "./live/open-live.ts";

/** The options of `kalends import` and `kalends follow` that sources and their merging follow. */
export interface TakeOverOptions extends OpenLiveOptions {
  /** Whether images are fetched. */
  readonly images: boolean;
  readonly tell?: true;
  readonly dryRun?: true;
  /** The file that says who authors are here. */
  readonly authors?: string;
  /** Each `LABEL=FIELD`. */
  readonly customField?: readonly string[];
  readonly findSeries?: true;
  /** Whether links in texts that lead to the old site lead to what is here. */
  readonly rewriteLinks?: true;
}

/** Those that both commands have, and how they ask a live server. */
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
