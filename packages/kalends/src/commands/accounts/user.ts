import {
  type CalendarError,
  isCalendarError,
  isStorageFailure,
  type Problem,
  ROLES,
  type Role,
} from "@kalends/core";
import type {
  AccountAdministration,
  AccountChange,
  AccountChangeOptions,
  CredentialScope,
} from "@kalends/core/accounts";
import type { ProblemReason } from "@kalends/core/interface";
import { type AccountStore, foldText } from "@kalends/core/storage";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { Config } from "../../configuration/config.ts";
import { systemClock } from "../../jobs/timers.ts";
import { messageOf, OperatorError } from "../../operator-error.ts";
import {
  type CommandContext,
  type CommandFactory,
  type CommandStorage,
  countOf,
  type WithStorageOptions,
  withStorage,
} from "../command-context.ts";
import { withCalendar } from "../opened/with-calendar.ts";
import { accountTable } from "../tables.ts";
import { addAccessCommands } from "./access.ts";
import { addPasswordOptions, type PasswordOptions, readPassword } from "./password-input.ts";

type WithAccounts = (
  work: (accounts: AccountAdministration, config: Config) => Promise<void>,
) => Promise<void>;

/**
 * Runs work with the account administration of the configured storage. Creates the storage only if the
 * options allow it.
 */
const onAccounts =
  (context: CommandContext, options: Pick<WithStorageOptions, "create" | "onCreated"> = {}): WithAccounts =>
  (work) =>
    withStorage(context, { create: false, ...options }, async ({ config, store }) => {
      const [{ requireAccounts }, { createConfiguredAccounts }] = await Promise.all([
        import("../../storage/open-storage.ts"),
        import("../../hosting/configured-accounts.ts"),
      ]);
      const accounts = await audited(await requireAccounts(store), { config, store });
      try {
        await work(createConfiguredAccounts({ config, store: accounts, clock: systemClock }), config);
      } catch (error) {
        const isRefused = isCalendarError(error) && !isStorageFailure(error);
        throw isRefused ? toOperatorError(error) : error;
      }
    });

/** Returns the account store. If the audit log is on, the returned store records changes in the audit log. */
const audited = async (
  accounts: AccountStore,
  { config, store }: Pick<CommandStorage, "config" | "store">,
): Promise<AccountStore> => {
  if (!config.audit) return accounts;
  const [{ createAccountAudit }, { withAccountAudit }, { newToken }] = await Promise.all([
    import("../../audit/account-audit.ts"),
    import("../../audit/audited-accounts.ts"),
    import("../../hosting/secrets.ts"),
  ]);
  return withAccountAudit(accounts, createAccountAudit({ store, clock: systemClock, newToken }));
};

/** Converts the refusal of an account value to an error for the operator. */
const toOperatorError = ({ code, details }: CalendarError): OperatorError => {
  if (details.text !== undefined) return new OperatorError([details.text]);
  const problems = Object.entries(details.problems ?? {}).map(([name, { reason, values }]) =>
    REFUSALS[reason]?.(WORDS[name] ?? name, values),
  );
  return new OperatorError(problems.map((problem) => problem ?? `The account cannot be changed: ${code}`));
};

const WORDS: Readonly<Record<string, string>> = { displayName: "full name" };

const REFUSALS: Partial<Record<ProblemReason, (name: string, values: Problem["values"]) => string>> = {
  empty: (name) => `The ${name} is empty`,
  "too-long": (name, values) => `The ${name} is too long: at most ${values?.maximum} characters`,
  "too-short": (name, values) =>
    `The ${name} is too short: at least ${values?.minimum} characters, not counting blanks`,
  "invalid-text": (name) => `The ${name} has invalid characters, or blanks at its start or end`,
  taken: (name) => `Another account already has this ${name} as its name or email address`,
  "not-acceptable": (name) => `The ${name} is not an email address such as somebody@example.org`,
};

const accountNotFound = (name: string): OperatorError =>
  new OperatorError([`Account ${name} not found. \`kalends user list\` shows all accounts.`]);

/**
 * Returns the stored spelling of an account name. The lookup ignores case and accents. Throws an
 * `OperatorError` if no account has the name.
 */
const nameOf = async (accounts: AccountAdministration, typed: string): Promise<string> => {
  const account = (await accounts.list()).find(({ name }) => foldText(name) === foldText(typed));
  if (account === undefined) throw accountNotFound(typed);
  return account.name;
};

/** Throws an `OperatorError` if an account change failed: account missing, or the last administrator. */
const requireDone = (change: AccountChange, name: string, what: string): void => {
  if (change === "missing") throw accountNotFound(name);
  if (change === "last-administrator") {
    throw new OperatorError([
      `${name} is the last administrator. Add another one first, or ${what} with --force.`,
    ]);
  }
};

/** Id that stands for all sessions of an account. */
const ALL_SESSIONS = "sessions";

interface CredentialOptions {
  readonly label: string;
  readonly scope: readonly CredentialScope[];
}

const scopeOption = (): Option =>
  new Option("--scope <scope>", "`accounts`: may manage accounts, as far as the account may")
    .argParser(toScopes)
    .default([], "none");

const toScopes = (text: string): readonly CredentialScope[] => {
  if (text !== "accounts") throw new InvalidArgumentError("The only scope is accounts.");
  return [text];
};

interface ProfileOptions {
  readonly name?: string;
  readonly email?: string;
}

const addProfileOptions = (command: Command): Command =>
  command
    .option("--name <text>", "the person's full name, such as `Ann Lee`")
    .option("--email <address>", "the person's email address");

const FORCE = "even if it is the last administrator";

export const createUserCommand: CommandFactory = (context) => {
  const withAccounts = onAccounts(context);
  const onAccount = (
    typed: string,
    work: (accounts: AccountAdministration, name: string, config: Config) => Promise<void>,
  ): Promise<void> =>
    withAccounts(async (accounts, config) => work(accounts, await nameOf(accounts, typed), config));
  const { print } = context;
  const user = new Command("user").description("manage accounts with their passwords and tokens");
  const forAccount = (name: string, description: string): Command =>
    user.command(name).argument("<name>", "of the account").description(description);

  const add = user
    .command("add")
    .argument("<name>", "to sign in with")
    .description("create an account; prints its application password unless one is given")
    .addOption(new Option("--role <role>", "what it may do").choices(ROLES).makeOptionMandatory());
  addPasswordOptions(addProfileOptions(add)).action(
    async (name: string, options: PasswordOptions & ProfileOptions & { readonly role: Role }) => {
      const { role, name: displayName, email } = options;
      const password = await readPassword(options, context);
      const onCreated = (storage: string): void =>
        print(
          `Created a new calendar: ${storage}. To use another one, set KALENDS_STORAGE, or run the command in its folder.`,
        );
      await onAccounts(context, { create: true, onCreated })(async (accounts) => {
        const added = await accounts.add(name, role, password, { displayName, email });
        if (!added) throw new OperatorError([`The account ${await nameOf(accounts, name)} already exists`]);
        print(`Created the account ${name} (${role}) with id ${added.id}`);
        if (password === undefined) printSecret(print, "application password", added.password);
      });
    },
  );

  user
    .command("list")
    .description("list the accounts, and their passwords and tokens by id")
    .option("--json", "for programs: a list of the accounts, each with its credentials")
    .action(({ json = false }: { readonly json?: boolean }) =>
      withAccounts(async (accounts) => {
        const list = await accounts.list();
        for (const line of json ? [JSON.stringify(list, null, 2)] : accountTable(list)) print(line);
      }),
    );

  forAccount("role", "change the role of an account; takes effect immediately")
    .addArgument(new Argument("<role>", "the new role").choices(ROLES))
    .option("--force", FORCE)
    .action((typed: string, role: Role, options: AccountChangeOptions) =>
      onAccount(typed, async (accounts, name) => {
        requireDone(await accounts.changeRole(name, role, options), name, "change its role");
        print(`Changed the role of ${name} to ${role}`);
      }),
    );

  const edit = forAccount("edit", "change the person's name or address; an empty text removes it");
  addProfileOptions(edit).action((typed: string, { name: displayName, email }: ProfileOptions) =>
    onAccount(typed, async (accounts, name) => {
      if (displayName === undefined && email === undefined) {
        throw new OperatorError(["Nothing to change: give --name or --email"]);
      }
      if (!(await accounts.changeProfile(name, { displayName, email }))) throw accountNotFound(name);
      print(`Changed the account ${name}`);
    }),
  );

  addAccessCommands({ forAccount, onAccount, print, requireDone, force: FORCE });

  forAccount("remove", "remove an account and everything created with its passwords; its records stay")
    .option("--force", FORCE)
    .action(async (typed: string, options: AccountChangeOptions) => {
      let removed = typed;
      let passwords: readonly string[] = [];
      await onAccount(typed, async (accounts, name) => {
        const account = (await accounts.list()).find((one) => one.name === name);
        requireDone(await accounts.remove(name, options), name, "remove it");
        removed = name;
        passwords = account?.credentials.filter(({ kind }) => kind === "password").map(({ id }) => id) ?? [];
      });
      const issued = await revokeAllIssued(context, passwords).catch((error: unknown) => {
        throw partialError(`Removed the account ${removed}`, error);
      });
      print(`Removed the account ${removed}${issued}`);
    });

  const password = forAccount("password", "add another application password; prints it unless one is given")
    .option("--label <text>", "what it is for", "command line")
    .addOption(scopeOption());
  addPasswordOptions(password).action(async (typed: string, options: PasswordOptions & CredentialOptions) => {
    const given = await readPassword(options, context);
    await onAccount(typed, async (accounts, name) => {
      const added = await accounts.addPassword(name, options.label, given, options.scope);
      if (!added) throw accountNotFound(name);
      print(`Added the application password ${added.id} to ${name}`);
      if (given === undefined) printSecret(print, "application password", added.password);
    });
  });

  forAccount("token", "add an API token")
    .option("--label <text>", "what it is for", "command line")
    .addOption(scopeOption())
    .action((typed: string, { label, scope }: CredentialOptions) =>
      onAccount(typed, async (accounts, name) => {
        const added = await accounts.addToken(name, label, scope);
        if (!added) throw accountNotFound(name);
        print(`Added the token ${added.id} to ${name}`);
        printSecret(print, "token", added.token);
      }),
    );

  forAccount("revoke", "revoke a password or token immediately, with everything created with it")
    .argument("<id>", "of a password or token, as `user list` shows it; `sessions` ends all sessions")
    .action(async (typed: string, id: string) => {
      let owner = typed;
      let isRevoked = false;
      let sessions: number | undefined;
      await onAccount(typed, async (accounts, name) => {
        owner = name;
        isRevoked = await accounts.revoke(name, id);
        if (!isRevoked && id === ALL_SESSIONS) sessions = await accounts.endSessions(name);
      });
      if (sessions !== undefined) return print(`Ended ${countOf(sessions, "sessions")} of ${owner}`);
      // From here on, the credential is invalid, so nobody can create anything with it.
      const issued = await revokeAllIssued(context, [id]).catch((error: unknown) => {
        throw isRevoked ? partialError(`Revoked ${id} of ${owner}`, error, " Run the command again.") : error;
      });
      if (!isRevoked && issued === "")
        throw new OperatorError([
          `The account ${owner} has no password or token ${id}. \`kalends user list\` shows them.`,
        ]);
      print(`Revoked ${id} of ${owner}${issued}`);
    });

  return user;
};

/**
 * Revokes everything that was created with the passwords or tokens that have these ids. Returns a phrase with
 * the counts for the end of a sentence; `""` if nothing was revoked.
 */
const revokeAllIssued = async (context: CommandContext, ids: readonly string[]): Promise<string> => {
  const revoked = new Map<string, number>();
  if (ids.length > 0)
    await withCalendar(context, { createStorage: false }, async ({ contributions }) => {
      const { revokeIssued } = await import("../../plugins/issuing-routes.ts");
      for (const id of ids)
        for (const [name, count] of await revokeIssued(contributions, id))
          if (count > 0) revoked.set(name, (revoked.get(name) ?? 0) + count);
    });
  const counts = [...revoked].map(([name, count]) => countOf(count, name));
  return counts.length === 0 ? "" : `, and everything created with it: ${counts.join(", ")}`;
};

/** Creates the error for a command that completed only its first part. */
const partialError = (done: string, error: unknown, advice = ""): OperatorError =>
  new OperatorError([
    `${done}, but credentials created with it may still exist: ${messageOf(error)}.${advice}`,
  ]);

const printSecret = (print: (line: string) => void, what: string, secret: string): void => {
  print(`Its ${what}, shown only this once:`);
  print(`  ${secret}`);
};
