import type { JsonObject, JsonSchema, JsonValue } from "../model/json.ts";
import type { Parameter } from "../parameter.ts";
import type { StoreWithAccounts } from "../ports/account-store.ts";
import type { Store } from "../ports/store.ts";
import type { Actor } from "../rights/actor.ts";
import type { WrittenRecords } from "../write-hooks/write-hook.ts";
import type { PluginDeps } from "./plugin-deps.ts";

/**
 * Field that callers write like those of the record itself. Its value is stored in the record's `extensions`, under
 * the names of the plugin and the field. Lists find it by an `ExtensionFilter`: `{ plugin, field, anyOf: [...] }`.
 *
 * - A field that is not sent keeps its value; `null` and `""` clear it. Fields have no defaults: a record without a
 *   value shows `null`.
 * - `required` applies to new records.
 * - Data that `amend` stores next to such fields can be filtered only if it is declared as a `hidden` field.
 */
export interface RecordField {
  readonly record: ExtensibleKind;
  /** Name of the parameter and of the member: lower-case letters, digits and `_`. */
  readonly name: string;
  /**
   * Accepted values. With a `type` alone, values are coerced, and texts are stored as plain text on one line. With
   * `documented: { type: "array" }` alone, the value is a list of its `items.type`, sent as a comma list, as one value or as several.
   *
   * With `resolve` the plugin decides what to accept and store: any JSON. The value is shown as it is stored, so refuse or clean what clients
   * must not show. If you store something else than was sent, return `adjustments: [{ reason }]` with the value. The response then reports the change, or
   * refuses it if the client asked for strict handling. If you look up a record by its id, refuse one that `postStatuses.canRead` denies
   * exactly like one that does not exist.
   */
  readonly parameter: Pick<
    Parameter<JsonValue | undefined>,
    "description" | "required" | "type" | "documented" | "resolve"
  >;
  /** Label of the field on web pages, in English, such as `Dress code`; `texts` of the plugin translate it. The name by default. */
  readonly label?: string;
  /** Schema of the member, `null` included, for the OpenAPI document; by default the parameter's type. */
  readonly schema?: JsonSchema;
  /** True if the field is stored and filterable, but not shown. */
  readonly hidden?: boolean;
}

/** Kinds of record that plugins extend. */
export type ExtensibleKind = "event" | "venue" | "organizer";

/** Members of a representation by name, each with its schema for the OpenAPI document (JSON Schema 2020-12). */
export type MemberSchemas = Readonly<Record<string, JsonSchema>>;

/** Declaration of a contribution that takes part in reads. */
export interface Purity {
  /**
   * True if the result depends only on the arguments and the plugin's options. Filters, routes and web pages may also depend on stored records and on
   * `PluginDeps.clock`. Members and decorations may depend on each record alone, not even on the actor.
   *
   * False: Kalends caches no response in which the contribution takes part. The log names these responses at the start. A contribution that
   * requests another server, or counts its calls, is not pure.
   */
  readonly pure: boolean;
}

/** `Purity` of a contribution with responses of its own: if `pure` is absent, they are not cached. */
export type MaybePure = Partial<Purity>;

/** Computed members of one kind of record, shown wherever such a record is shown, also inside events. */
export interface MembersOf<Kind extends ExtensibleKind> extends Purity {
  readonly record: Kind;
  /** Members that `membersOf` may return, each with its schema; others are left out. Names must be unused. */
  readonly schemas: MemberSchemas;
  /**
   * Returns one object per record, in the same order. Kalends calls it once for all records of a response, all of which the actor may read. The
   * members are shown without another check.
   *
   * An error is logged and the response goes out without these members. After a write, the call follows the commit, so it can no longer fail the write.
   */
  membersOf(
    records: readonly WrittenRecords[Kind][],
    actor: Actor,
  ): readonly JsonObject[] | Promise<readonly JsonObject[]>;
}

/** Computed members of any kind of record. */
export type RecordMembers<Kinds extends ExtensibleKind = ExtensibleKind> = {
  readonly [Kind in Kinds]: MembersOf<Kind>;
}[Kinds];

/** Another media type of a list, for callers whose `Accept` header prefers it to JSON. */
export interface ListFormat extends Purity {
  readonly list: "events" | "venues" | "organizers";
  /** Media type in lower case, without parameters, such as `application/geo+json`; unique for the list and not that of JSON. */
  readonly mediaType: string;
  readonly description: string;
  /** Schema of the result of `present`, for the OpenAPI document; by default any object. */
  readonly schema?: JsonSchema;
  /** Converts the JSON body of the list. Errors stay JSON. */
  present(body: JsonObject): JsonObject;
}

/** Positional argument of a command. */
export interface CommandArgument {
  readonly name: string;
  readonly description: string;
  /** True if callers may leave it out. */
  readonly optional?: boolean;
}

/** Option of a command. */
export interface CommandOption {
  /** Name without the `--`: lower-case letters, digits and `-`; not `help`, and not beginning with `no-`. */
  readonly name: string;
  readonly description: string;
  /** Name of the value in the help; absent for a switch. */
  readonly value?: string;
  readonly default?: string;
}

/** One call of a command. */
export interface CommandCall {
  /** Values by the names of the arguments; arguments that were left out are absent. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Values, or `true` for switches, by the names of the options. */
  readonly options: Readonly<Record<string, string | boolean>>;
  /** Prints a line to the standard output; replaces control characters except tabs and line ends. */
  print(line: string): void;
  /** Prints a line to the error output. */
  warn(line: string): void;
  /** Returns the id of the account with this name. Store the id: another account may get the name later. */
  accountId(name: string): Promise<number | undefined>;
}

/** A command of the command line, `kalends NAME`. The storage is open while it runs. */
export interface PluginCommand<Services extends object = object> {
  /** Lower-case letters, digits and `-`; not the name of another command. */
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  /** Runs the command. An `Error` ends it with exit code 1 and prints its message as one line. */
  run(call: CommandCall, deps: PluginDeps & Services): Promise<void>;
}

/**
 * Work in the background. Runs of one job never overlap in a process. With `KALENDS_WORKERS`, one worker runs the jobs; other processes that serve the
 * same storage run them too, unless `once` is set. Closing waits up to ten seconds for a run.
 */
export interface Job {
  /** Unique within the plugin. */
  readonly name: string;
  /**
   * Seconds from the end of one run to the start of the next, from 1 to 1,000,000. Without `everySeconds` and `cron` the job runs once, at the start.
   */
  readonly everySeconds?: number;
  /**
   * Times of the runs on the site's clock, instead of `everySeconds`. Five fields give minute, hour, day of the month,
   * month and day of the week, such as `30 3 * * 1-5`; `@hourly`, `@daily` and the like are allowed as well. A malformed expression, or one that never matches, stops the start.
   *
   * Runs that were due while no process ran are not repeated. A fixed time that the clock skips (2:30, when 2:00 becomes 3:00) runs
   * at 3:00. A fixed time that the clock shows twice runs the first time only. With `*` or a step in minute or hour, every matching minute that passes counts.
   */
  readonly cron?: string;
  /**
   * One process of the installation does each run, under a lease that it renews; the others skip that run. If the process dies, another one does
   * the next run. The job's name then has at most 100 characters. Absent: each process does its own runs.
   *
   * A process that was suspended longer than its lease may overlap with another one. Work that must never happen twice also needs the conditions of
   * `amend` or `change`.
   */
  readonly once?: "installation";
  /**
   * Does one run. `isStopping()` is true once the calendar closes or the lease is lost. A failed run is logged and retried after 2 s, then less and less
   * often. The longest pause is a minute, or `everySeconds` if that is longer.
   */
  run(stopping: { isStopping(): boolean }): Promise<void>;
}

/** Options for opening a storage. */
export interface StorageOptions {
  /** Seconds to wait for a busy or distant store before giving up. */
  readonly storageTimeout: number;
  /** True if a storage that does not exist is created; otherwise opening it rejects and leaves nothing behind. Commands such as `kalends export` pass false. */
  readonly create: boolean;
  /** True if an older layout is migrated; otherwise nothing is created or changed, and an unusable layout is refused. */
  readonly migrate: boolean;
}

/** Storage adapter for addresses of the form `scheme:place`. Its stores pass `@kalends/storage-contract`; docs/reference/storage-adapters.md has the rules. */
export interface StorageScheme {
  /** Lower-case letters, digits, `+`, `.` and `-`, the first one a letter. */
  readonly scheme: string;
  /**
   * Opens the store; the caller closes it. `place` is the text after the colon. The command line needs a store with accounts
   * (`StoreWithAccounts`); a host with its own users needs only a `Store`.
   */
  open(place: string, options: StorageOptions): Promise<Store | StoreWithAccounts>;
}
