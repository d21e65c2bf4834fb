import { erasureMemory } from "@kalends/core";
import type { ErasedRecord } from "@kalends/core/interface";
import { Command } from "commander";
import type { Cradle } from "../../cradle.ts";
import { OperatorError } from "../../operator-error.ts";
import { type CommandContext, type CommandFactory, countOf } from "../command-context.ts";
import { withCalendar } from "../opened/with-calendar.ts";
import { promptLine } from "../prompt-line.ts";

interface EraseOptions {
  readonly yes?: true;
}

export const createEraseCommand: CommandFactory = (context) =>
  new Command("erase")
    .description(
      "erase an account, a venue or an organizer permanently; API requests only move records to the trash",
    )
    .argument("<what>", "the name of an account; or the word venue or organizer, with an id")
    .argument("[id]", "of the venue or organizer")
    .option("--yes", "for scripts: do not ask for the name")
    .action((what: string, id: string | undefined, options: EraseOptions) =>
      withCalendar(context, { createStorage: false }, (cradle) =>
        id === undefined
          ? eraseNamed(context, cradle, what, options)
          : eraseRecord(context, cradle, toRecord(what, id), options),
      ),
    );

const toRecord = (kind: string, id: string): ErasedRecord => {
  if (kind !== "venue" && kind !== "organizer")
    throw new OperatorError([
      `Cannot erase ${kind} ${id}: only venues and organizers are erased by their id`,
    ]);
  if (!/^[1-9]\d{0,15}$/.test(id))
    throw new OperatorError([`${id} is not an id: give a whole number from 1`]);
  return { kind, id: Number(id) };
};

const REMINDER =
  'Backups, archives and other copies still contain the erased data: see "Manage accounts" in the documentation.';

const eraseNamed = async (
  context: CommandContext,
  { store, accountStore, contributions }: Cradle,
  typed: string,
  options: EraseOptions,
): Promise<void> => {
  const account = await accountStore?.findByName(typed);
  if (account === undefined || accountStore === undefined)
    throw new OperatorError([`Account ${typed} not found. \`kalends user list\` shows all accounts.`]);
  const { personalData } = contributions;
  const { id, name, credentials } = account;
  await confirm(context, `the account ${name}`, name, options);
  const [{ eraseAccount, toPerson }, { foreignDocuments }, { revokeIssued }] = await Promise.all([
    import("../../erasure/erase-account.ts"),
    import("../../erasure/personal-lines.ts"),
    import("../../plugins/issuing-routes.ts"),
  ]);
  const outcome = await eraseAccount({ store, accountStore, personalData }, id);
  if (outcome === "last-administrator")
    throw new OperatorError([
      `${name} is the last administrator and cannot be erased: add another one first`,
    ]);
  for (const credential of credentials) await revokeIssued(contributions, credential.id);
  context.print(
    `Erased the account ${name}. Its records stay under the number ${id}, which no account will get again.`,
  );
  const left = new Map<string, number>();
  for await (const { collection } of foreignDocuments(store, personalData, toPerson(account)))
    left.set(collection, (left.get(collection) ?? 0) + 1);
  for (const [collection, count] of left)
    context.warn(`${collection} of a plugin still has ${countOf(count, "documents")} that name it`);
  context.print(REMINDER);
};

const eraseRecord = async (
  context: CommandContext,
  { store, blobStore, outboxSwitch, clock, contributions: { personalData } }: Cradle,
  { kind, id }: ErasedRecord,
  options: EraseOptions,
): Promise<void> => {
  const record = await store[`${kind}s`].find(id);
  const known = await erasureMemory(store.documents).find(kind, id);
  if (record === undefined && known === undefined)
    throw new OperatorError([`The ${kind} ${id} was not found`]);
  if (record !== undefined)
    await confirm(context, `the ${kind} ${id}, ${record.name}`, record.name || String(id), options);
  const { eraseLinked } = await import("../../erasure/erase-linked.ts");
  const isErased = await eraseLinked({ store, blobStore, outboxSwitch, clock, personalData }, { kind, id });
  context.print(isErased ? `Erased the ${kind} ${id}.` : `The ${kind} ${id} was already erased.`);
  if (isErased) context.print(REMINDER);
};

/** Asks the user to type the name as a confirmation. Throws an `OperatorError` if the typed name is wrong. */
const confirm = async (
  { stdin, stderr }: CommandContext,
  what: string,
  name: string,
  { yes }: EraseOptions,
): Promise<void> => {
  if (yes) return;
  if (!stdin.isTTY)
    throw new OperatorError([
      "Cannot ask for confirmation without a terminal: give --yes to erase without asking",
    ]);
  const line = await promptLine(
    { stdin, stderr },
    `This permanently erases ${what}. Type ${name} to continue: `,
  );
  if (line.trim() !== name.trim()) throw new OperatorError(["The name does not match: nothing was erased"]);
};
