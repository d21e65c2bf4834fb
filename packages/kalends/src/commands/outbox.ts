import type { Outbox, OutboxFailure } from "@kalends/core/storage";
import { Command, InvalidArgumentError } from "commander";
import { OperatorError } from "../operator-error.ts";
import { type CommandContext, type CommandFactory, withStorage } from "./command-context.ts";
import { toTable } from "./tables.ts";

const READERS = ["READER", "POSITION", "LAST", "WAITING", "SET ASIDE"];
const SET_ASIDE = ["READER", "POSITION", "RECORD", "FAILED WITH"];
/** Number of failures in one read. */
const BATCH = 500;

const position = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1.");
  return Number(text);
};

export const createOutboxCommand: CommandFactory = (context) => {
  const outbox = new Command("outbox")
    .description("show the progress of durable listeners and the entries they failed for")
    .action(() => onOutbox(context, (kept) => print(context, kept)));
  outbox
    .command("retry")
    .description("deliver entries that were set aside again, with ten more attempts")
    .argument("[reader]", "only entries of this reader")
    .argument("[position]", "only this entry", position)
    .action((reader?: string, entry?: number) =>
      onOutbox(context, (kept) => retry(context, kept, reader, entry)),
    );
  outbox
    .command("forget")
    .description(
      "remove a reader that no process uses any more; its entries are dropped, and after the last reader the outbox is emptied",
    )
    .argument("<reader>", "as it is listed")
    .action((reader: string) =>
      onOutbox(context, async (kept) => {
        if (!(await kept.removeConsumer(reader))) throw consumerNotFound(reader);
        context.print(`Removed the reader ${reader}.`);
        if ((await kept.consumers()).length > 0) return;
        while ((await kept.removeOlder(Number.MAX_SAFE_INTEGER, BATCH)) > 0);
      }),
    );
  return outbox;
};

const onOutbox = (context: CommandContext, work: (outbox: Outbox) => Promise<void>): Promise<void> =>
  withStorage(context, { create: false }, ({ store }) => work(store.outbox));

const consumerNotFound = (name: string): OperatorError =>
  new OperatorError([`Reader ${name} not found. \`kalends outbox\` lists all readers.`]);

async function* failuresOf(
  outbox: Outbox,
  reader: string,
  isSetAside: boolean,
): AsyncGenerator<OutboxFailure> {
  for (let after = 0; ; ) {
    const batch = await outbox.failures(reader, isSetAside, after, BATCH);
    yield* batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)?.position ?? after;
  }
}

const print = async ({ print }: CommandContext, outbox: Outbox): Promise<void> => {
  const last = await outbox.last();
  const readers: (readonly string[])[] = [];
  const aside: (readonly string[])[] = [];
  for (const { name, position } of await outbox.consumers()) {
    let waiting = 0;
    let setAside = 0;
    for await (const _failure of failuresOf(outbox, name, false)) waiting += 1;
    for await (const { position, kind, recordId, error } of failuresOf(outbox, name, true)) {
      setAside += 1;
      aside.push([name, String(position), `${kind} ${recordId}`, error]);
    }
    readers.push([name, String(position), String(last), String(waiting), String(setAside)]);
  }
  if (readers.length === 0) print("The storage has no readers, so the outbox is empty.");
  for (const line of toTable(READERS, readers)) print(line);
  if (aside.length > 0) for (const line of ["", ...toTable(SET_ASIDE, aside)]) print(line);
};

const retry = async (
  { print }: CommandContext,
  outbox: Outbox,
  reader: string | undefined,
  entry: number | undefined,
): Promise<void> => {
  const readers = (await outbox.consumers()).filter(({ name }) => reader === undefined || name === reader);
  if (reader !== undefined && readers.length === 0) throw consumerNotFound(reader);
  let count = 0;
  for (const { name } of readers) {
    for await (const failure of failuresOf(outbox, name, true)) {
      if (entry !== undefined && failure.position !== entry) continue;
      // An entry with 0 attempts is due at once: it counts as waiting for an earlier entry, which does not
      // exist.
      await outbox.saveFailure({ ...failure, attempts: 0, dueAt: 0, isSetAside: false });
      count += 1;
    }
  }
  if (entry !== undefined && count === 0)
    throw new OperatorError([
      `The entry ${entry} of the reader ${reader} is not set aside. \`kalends outbox\` lists those that are.`,
    ]);
  print(`Entries to deliver again, within seconds if a server is running: ${count}`);
};
