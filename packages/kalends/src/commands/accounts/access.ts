import type { AccountAdministration, AccountChange, AccountChangeOptions } from "@kalends/core/accounts";
import type { Command } from "commander";
import type { Config } from "../../configuration/config.ts";
import { printedLink } from "../../configuration/public-address.ts";
import { OperatorError } from "../../operator-error.ts";

interface AccessDeps {
  /** Adds a command for the account that its first argument names. */
  forAccount(name: string, description: string): Command;
  onAccount(
    typed: string,
    work: (accounts: AccountAdministration, name: string, config: Config) => Promise<void>,
  ): Promise<void>;
  print(line: string): void;
  /** Throws an `OperatorError` if the account change was not made. */
  requireDone(change: AccountChange, name: string, what: string): void;
  /** Description of the option `--force`. */
  readonly force: string;
}

/** Adds the commands `disable`, `enable` and `link`, which determine if a person can sign in. */
export const addAccessCommands = ({ forAccount, onAccount, print, requireDone, force }: AccessDeps): void => {
  forAccount("disable", "refuse every password, token, key and session of an account; ends its sessions")
    .option("--force", force)
    .action((typed: string, options: AccountChangeOptions) =>
      onAccount(typed, async (accounts, name) => {
        requireDone(await accounts.changeDisabled(name, true, options), name, "disable it");
        print(`Disabled the account ${name}`);
      }),
    );

  forAccount("enable", "accept the passwords, tokens and keys of a disabled account again").action(
    (typed: string) =>
      onAccount(typed, async (accounts, name) => {
        requireDone(await accounts.changeDisabled(name, false), name, "enable it");
        print(`Enabled the account ${name}`);
      }),
  );

  forAccount("link", "print a link that sets the password with which a person signs in").action(
    (typed: string) =>
      onAccount(typed, async (accounts, name, config) => {
        const link = await accounts.createLink(name, "forgotten-password");
        if (link === undefined)
          throw new OperatorError([`The account ${name} is disabled. \`kalends user enable\` enables it.`]);
        print(`Link of ${name}, shown only this once:`);
        print(`  ${printedLink(config, config.port, link.token)}`);
        print("It sets the password with which the person signs in. It is valid once, for 72 hours.");
      }),
  );
};
