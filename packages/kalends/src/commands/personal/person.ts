import { Command } from "commander";
import { OperatorError } from "../../operator-error.ts";
import type { CommandFactory } from "../command-context.ts";
import { withCalendar } from "../opened/with-calendar.ts";
import { createProgress } from "../progress.ts";

/**
 * Matches characters that could control a terminal or change the display of text. They are printed as JSON
 * escapes.
 */
const UNSAFE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const toLine = (value: object): string =>
  JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

export const createPersonCommand: CommandFactory = (context) =>
  new Command("person")
    .description("print all stored data of an account as JSON lines, without hashes")
    .argument("<name>", "of the account")
    .action((name: string) =>
      withCalendar(context, { createStorage: false }, async ({ store, accountStore, contributions }) => {
        const account = await accountStore?.findByName(name);
        if (account === undefined || accountStore === undefined)
          throw new OperatorError([`Account ${name} not found. \`kalends user list\` shows all accounts.`]);
        const { personalLines } = await import("../../erasure/personal-lines.ts");
        const progress = createProgress(context, { nouns: "records" });
        const deps = {
          store,
          accountStore,
          personalData: contributions.personalData,
          onProgress: progress.at,
        };
        for await (const line of personalLines(deps, account)) context.print(toLine(line));
        progress.end();
      }),
    );
