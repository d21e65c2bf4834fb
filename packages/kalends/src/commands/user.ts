import {
  type AccountAdministration,
  type CalendarError,
  foldText,
  isCalendarError,
  type ProblemReason,
  ROLES,
  type Role,
} from "@kalends/core";
import { Command, Option } from "commander";
import { OperatorError } from "../operator-error.ts";
import type { CommandContext, CommandFactory } from "./command-context.ts";

type WithAccounts = (work: (accounts: AccountAdministration) => Promise<void>) => Promise<void>;

/** Account administration on the configured store, which is closed afterwards and only created when that is asked for. */
const onAccounts =
  ({ loadInstallation }: CommandContext, { create = false } = {}): WithAccounts =>
  async (work) => {
    const { config, plugins } = await loadInstallation();
    const [{ openStorage }, { createConfiguredAccounts }, { systemClock }] = await Promise.all([
      import("../open-storage.ts"),
      import("../configured-accounts.ts"),
      import("../system-clock.ts"),
    ]);
    const { store } = await openStorage(config, { plugins, create });
    try {
      await work(createConfiguredAccounts({ config, store, clock: systemClock }));
    } catch (error) {
      throw isCalendarError(error) ? toOperatorError(error) : error;
    } finally {
      await store.close();
    }
  };

/** What an account cannot be called or have as its password. */
const toOperatorError = ({ code, details, cause }: CalendarError): OperatorError => {
  if (code === "rest_storage_unavailable") {
    return new OperatorError([
      `The storage does not answer: ${cause instanceof Error ? cause.message : code}`,
    ]);
  }
  const problems = Object.entries(details.problems ?? {}).map(([name, { reason }]) =>
    REFUSALS[reason]?.(name),
  );
  return new OperatorError(problems.map((problem) => problem ?? `This is refused: ${code}`));
};

const REFUSALS: Partial<Record<ProblemReason, (name: string) => string>> = {
  empty: (name) => `The ${name} is empty`,
  "too-long": (name) => `The ${name} is too long`,
  "invalid-text": (name) => `The ${name} has characters or outer blanks that cannot be used`,
};

const noSuch = (name: string): OperatorError => new OperatorError([`There is no account named ${name}`]);

export const createUserCommand: CommandFactory = (context) => {
  const withAccounts = onAccounts(context);
  const { print } = context;
  const user = new Command("user").description("manage the accounts and their passwords and tokens");

  user
    .command("add")
    .argument("<name>")
    .description("create an account; prints its application password unless one is given")
    .addOption(new Option("--role <role>", "what it may do").choices(ROLES).makeOptionMandatory())
    .option("--password <text>", "the application password to use instead of a generated one")
    .action((name: string, { role, password }: { readonly role: Role; readonly password?: string }) =>
      onAccounts(context, { create: true })(async (accounts) => {
        const added = await accounts.add(name, role, password);
        if (!added) throw new OperatorError([`There is already an account named ${name}`]);
        print(`Created the account ${name} (${role}) with id ${added.id}`);
        if (password === undefined) printSecret(print, "application password", added.password);
      }),
    );

  user
    .command("list")
    .description("list the accounts with their passwords' and tokens' ids")
    .action(() =>
      withAccounts(async (accounts) => {
        for (const { id, name, role, credentials } of await accounts.list()) {
          print(`${id}\t${name}\t${role}`);
          for (const credential of credentials) {
            print(`\t${credential.kind} ${credential.id}\t${credential.createdUtc} UTC\t${credential.label}`);
          }
        }
      }),
    );

  user
    .command("remove")
    .argument("<name>")
    .description("remove an account; its records stay")
    .option("--force", "even when it is the last administrator")
    .action((name: string, { force = false }: { readonly force?: boolean }) =>
      withAccounts(async (accounts) => {
        if (!force && (await isLastAdministrator(name, accounts))) {
          throw new OperatorError([`${name} is the last administrator; --force removes it all the same`]);
        }
        if (!(await accounts.remove(name))) throw noSuch(name);
        print(`Removed the account ${name}`);
      }),
    );

  user
    .command("password")
    .argument("<name>")
    .description("add a further application password")
    .option("--label <text>", "what it is for", "command line")
    .option("--password <text>", "the application password to use instead of a generated one")
    .action((name: string, { label, password }: { readonly label: string; readonly password?: string }) =>
      withAccounts(async (accounts) => {
        const added = await accounts.addPassword(name, label, password);
        if (!added) throw noSuch(name);
        print(`Added the application password ${added.id} to ${name}`);
        if (password === undefined) printSecret(print, "application password", added.password);
      }),
    );

  user
    .command("token")
    .argument("<name>")
    .description("add an API token")
    .option("--label <text>", "what it is for", "command line")
    .action((name: string, { label }: { readonly label: string }) =>
      withAccounts(async (accounts) => {
        const added = await accounts.addToken(name, label);
        if (!added) throw noSuch(name);
        print(`Added the token ${added.id} to ${name}`);
        printSecret(print, "token", added.token);
      }),
    );

  user
    .command("revoke")
    .argument("<name>")
    .argument("<id>", "of a password or token, as `user list` shows it")
    .description("take a password or token back, at once")
    .action((name: string, id: string) =>
      withAccounts(async (accounts) => {
        if (!(await accounts.revoke(name, id))) {
          throw new OperatorError([`There is no account named ${name} with a password or token ${id}`]);
        }
        print(`Revoked ${id} of ${name}`);
      }),
    );

  return user;
};

const isLastAdministrator = async (name: string, accounts: AccountAdministration): Promise<boolean> => {
  const [first, ...others] = (await accounts.list()).filter(({ role }) => role === "administrator");
  return first !== undefined && others.length === 0 && foldText(first.name) === foldText(name);
};

const printSecret = (print: (line: string) => void, what: string, secret: string): void => {
  print(`Its ${what}, shown only this once:`);
  print(`  ${secret}`);
};
