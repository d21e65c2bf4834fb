import { type Command, InvalidArgumentError } from "commander";

/** Command-line options for requests to a live server. */
export interface LiveOptions {
  readonly user?: string;
  readonly passwordStdin?: true;
  readonly insecureHttp?: true;
  readonly parallel?: number;
  readonly probe?: boolean;
}

const MAX_PARALLEL = 8;

/**
 * Adds the command-line options for requests to a live server.
 * Source: rules/choices.md#import-passwords, rules/choices.md#import-politeness,
 * rules/choices.md#import-hidden.
 */
export const addLiveOptions = (command: Command): Command =>
  command
    .option(
      "--user <name>",
      "sign in at a live server with an application password, which is prompted for or read from KALENDS_IMPORT_PASSWORD",
    )
    .option("--password-stdin", "read that password from standard input, one line")
    .option("--insecure-http", "allow sending it over plain HTTP, where others on the network can read it")
    .option("--parallel <number>", `concurrent requests, up to ${MAX_PARALLEL}; 1 by default`, toParallel)
    .option("--probe", "request unlisted ids one by one, to find events hidden from listings")
    .option("--no-probe", "do not request unlisted ids; by default they are requested with --user");

const toParallel = (value: string): number => {
  if (!/^[1-8]$/.test(value))
    throw new InvalidArgumentError(`The value must be a number from 1 to ${MAX_PARALLEL}.`);
  return Number(value);
};
