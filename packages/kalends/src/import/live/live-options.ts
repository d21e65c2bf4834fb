import { type Command, InvalidArgumentError } from "commander";

/** Options for requests to a live server. */
export interface LiveOptions {
  readonly user?: string;
  readonly passwordStdin?: true;
  readonly insecureHttp?: true;
  readonly parallel?: number;
  readonly probe?: boolean;
}

const MOST_PARALLEL = 8;

/**
 * Adds the options for requests to a live server.
 * Source: rules/choices.md#import-passwords, rules/choices.md#import-politeness,
 * rules/choices.md#import-hidden.
 */
export const addLiveOptions = (command: Command): Command =>
  command
    .option(
      "--user <name>",
      "sign in at a live server with an application password: asked for, or KALENDS_IMPORT_PASSWORD",
    )
    .option("--password-stdin", "read that password from the standard input: one line")
    .option("--insecure-http", "send it over plain HTTP, too, where everybody on the way can read it")
    .option("--parallel <number>", `requests at a time, up to ${MOST_PARALLEL}; 1 by default`, toParallel)
    .option("--probe", "ask for ids one by one that no list shows: events may be hidden from listings")
    .option("--no-probe", "ask for none of them; who signs in has them asked for otherwise");

const toParallel = (value: string): number => {
  if (!/^[1-8]$/.test(value)) throw new InvalidArgumentError(`It is a number from 1 to ${MOST_PARALLEL}.`);
  return Number(value);
};
