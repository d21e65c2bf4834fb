import { utcText } from "@kalends/core";
import type { AuditEntry, AuditPage, AuditQuery } from "@kalends/core/interface";
import { Command, InvalidArgumentError, Option } from "commander";
import { systemClock } from "../jobs/timers.ts";
import { OperatorError } from "../operator-error.ts";
import {
  type CommandContext,
  type CommandFactory,
  type CommandStorage,
  withStorage,
} from "./command-context.ts";
import { toTable } from "./tables.ts";

const HEADINGS = ["TIME (UTC)", "WHO", "ACTION", "RECORD", "CHANGES"];
/** Number of audit entries in one read. */
const PAGE = 200;
/** Maximum length of a value in the table. `--json` prints complete values. */
const MAX_SHOWN_LENGTH = 40;

interface AuditOptions {
  readonly record?: string;
  readonly user?: string;
  readonly action?: AuditQuery["action"];
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
  readonly json?: true;
}

const count = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1.");
  return Number(text);
};

export const createAuditCommand: CommandFactory = (context) =>
  new Command("audit")
    .description("list changes and who made them, newest first")
    .option("--record <id>", "only changes of this record: a kind and an id such as event/14, or an id")
    .option("--user <name>", "only changes by this account, given by name or number")
    .addOption(
      new Option("--action <action>", "only changes of this kind").choices([
        ...["created", "updated", "published", "trashed", "restored", "deleted", "signed_in", "refused"],
      ]),
    )
    .option("--since <date>", "only changes from this time on, in the site's time zone")
    .option("--until <date>", "only changes before this time")
    .option("--limit <number>", "maximum number of entries", count, 100)
    .option("--json", "for programs: one JSON object a line, with all stored data")
    .action((options: AuditOptions) =>
      withStorage(context, { create: false, migrate: false }, (storage) => print(context, storage, options)),
    );

const print = async (
  { print, warn }: CommandContext,
  storage: CommandStorage,
  { limit, json, ...options }: AuditOptions,
): Promise<void> => {
  const [{ createReadAudit }, { createNamesOfUsers }] = await Promise.all([
    import("@kalends/core/interface"),
    import("../hosting/users/user-names.ts"),
  ]);
  // The storage of a host application has no accounts. Do not create them just for reading.
  const accounts = await storage.openAccounts().catch(() => undefined);
  const namesOf = createNamesOfUsers({ accountStore: accounts, callers: { usersOf: async () => new Map() } });
  const conditions = await toConditions(
    storage,
    options,
    async (name) => (await accounts?.findByName(name))?.id,
  );
  const read = createReadAudit({ store: storage.store, namesOf });
  const rows: (readonly string[])[] = [];
  let left = limit;
  for (let before: string | undefined; left > 0; ) {
    const page: AuditPage = await read({ ...conditions, before, limit: Math.min(left, PAGE) });
    for (const entry of page.entries)
      if (json) print(JSON.stringify(toLine(entry, page.names)));
      else rows.push(toRow(entry, page.names));
    left -= page.entries.length;
    before = page.next;
    if (before === undefined) break;
  }
  for (const line of toTable(HEADINGS, rows)) print(line);
  if (left === limit)
    warn(
      storage.config.audit
        ? "no matching entries"
        : "no matching entries; the audit log is off: set KALENDS_AUDIT=1 to switch it on",
    );
};

const toConditions = async (
  { config }: CommandStorage,
  { record, user, action, since, until }: Omit<AuditOptions, "limit" | "json">,
  idOf: (name: string) => Promise<number | undefined>,
): Promise<Omit<AuditQuery, "limit" | "before">> => {
  const { toAuditedRecord, toAuditedTime } = await import("@kalends/core/interface");
  const timeOf = (text: string): number => {
    const time = toAuditedTime(text, config, systemClock);
    if (time === undefined) throw new OperatorError([`${text} is not a date: give one such as 2026-03-31`]);
    return time;
  };
  const named = record === undefined ? {} : toAuditedRecord(record);
  if (named === undefined)
    throw new OperatorError([`${record} is not a record: give a kind and an id such as event/14, or an id`]);
  const userId =
    user === undefined
      ? undefined
      : ((await idOf(user)) ?? (/^[1-9]\d{0,14}$/.test(user) ? Number(user) : undefined));
  if (user !== undefined && userId === undefined)
    throw new OperatorError([`Account ${user} not found. \`kalends user list\` shows all accounts.`]);
  return {
    ...named,
    ...{ userId, action },
    ...(since !== undefined && { since: timeOf(since) }),
    ...(until !== undefined && { until: timeOf(until) }),
  };
};

const toLine = ({ time, ...entry }: AuditEntry, names: AuditPage["names"]): object => {
  const userName = names.get(entry.userId ?? 0);
  return { time: new Date(time).toISOString(), ...entry, ...(userName !== undefined && { userName }) };
};

const authorOf = ({ userId, hostId, plugin }: AuditEntry, names: AuditPage["names"]): string =>
  [
    ...(userId === undefined ? [] : [names.get(userId) ?? String(hostId ?? userId)]),
    ...(plugin === undefined ? [] : [`plugin ${plugin}`]),
  ].join(", ") || "-";

const toText = (value: unknown): string => {
  if (value === undefined) return "-";
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}...` : text;
};

const toRow = (entry: AuditEntry, names: AuditPage["names"]): readonly string[] => [
  utcText(entry.time),
  authorOf(entry, names),
  entry.action,
  `${entry.kind} ${entry.recordId}`,
  entry.changes
    .map(({ member, from, to, cut }) =>
      entry.isErased || (cut && from === undefined && to === undefined)
        ? member
        : `${member}: ${toText(from)} > ${toText(to)}`,
    )
    .join("; "),
];
