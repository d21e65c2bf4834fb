import type { JsonObject, JsonSchema, JsonValue } from "../model/json.ts";
import type { Parameter } from "../parameter.ts";
import type { StoreWithAccounts } from "../ports/account-store.ts";
import type { Store } from "../ports/store.ts";
import type { Actor } from "../rights/actor.ts";
import type { WrittenRecords } from "../write-hooks/write-hook.ts";
import type { FieldForm } from "./field-form.ts";
import type { PluginDeps } from "./plugin-deps.ts";

/**
 * Field that a plugin adds to records. Callers write it like a built-in field.
 * Its value is stored in the record's `extensions`, under the names of the plugin and the field. An
 * `ExtensionFilter` such as `{ plugin, field, anyOf: [...] }` finds it in lists.
 *
 * - A field that is not sent keeps its value; `null` and `""` clear it, unless it is required.
 * - Fields have no defaults: a record without a value shows `null`.
 * - A `required` field must be sent for new records. In existing records it may be absent, but cannot be
 *   cleared.
 * - `amend` can store data that is not a field. Lists can filter such data only if you declare it as a
 *   `hidden` field.
 */
export interface RecordField {
  readonly record: ExtensibleKind;
  /** Name of the request parameter and of the member in responses: lower-case letters, digits and `_`. */
  readonly name: string;
  /**
   * Accepted values of the field.
   *
   * - With only a `type`, values are coerced to it. Texts are stored as plain text on one line.
   * - With only `documented: { type: "array" }`, the value is a list of its `items.type`. Clients send a
   *   comma-separated list, one value or several values.
   * - With `resolve`, the plugin decides which values to accept and what to store: any JSON.
   *
   * Rules for `resolve`:
   *
   * - The stored value is shown unchanged, so refuse or clean values that clients must not show.
   * - If you store something other than what was sent, return `adjustments: [{ reason }]` with the value. The
   *   response then reports the change, or refuses it if the client asked for strict handling.
   * - A value can be the id of a record. If `postStatuses.canRead` denies the record, refuse the value
   *   exactly like an id that does not exist.
   */
  readonly parameter: Pick<
    Parameter<JsonValue | undefined>,
    "description" | "required" | "type" | "documented" | "resolve"
  >;
  /** Appearance of the field in forms and on web pages: label, group, widget and so on. */
  readonly form?: FieldForm;
  /**
   * JSON Schema of the member for the OpenAPI document; it must allow `null`. By default it is derived from
   * the parameter's type.
   */
  readonly schema?: JsonSchema;
  /** True if the field is stored and can be filtered, but does not appear in responses. */
  readonly hidden?: boolean;
}

/** Kinds of record to which plugins can add fields and members. */
export type ExtensibleKind = "event" | "venue" | "organizer";

/** Schemas of members by member name, for the OpenAPI document (JSON Schema 2020-12). */
export type MemberSchemas = Readonly<Record<string, JsonSchema>>;

/**
 * Declares if the result of a contribution can be cached. Contributions to read requests have this member.
 */
export interface Purity {
  /**
   * True if the result depends only on the arguments and the plugin's options.
   *
   * - The result of filters, routes and web pages may also depend on stored records and on
   *   `PluginDeps.clock`.
   * - The result of members and decorations may depend only on the single record, not even on the actor.
   *
   * False: Kalends does not cache responses to which the contribution adds something. A log message at the
   * start names these responses. A contribution is not pure if it requests another server or counts its
   * calls.
   */
  readonly pure: boolean;
}

/**
 * Optional `Purity`, for contributions that create complete responses. If `pure` is absent, these responses
 * are not cached.
 */
export type MaybePure = Partial<Purity>;

/**
 * Computed members that a plugin adds to one kind of record. They appear wherever such a record appears, also
 * inside events.
 */
export interface MembersOf<Kind extends ExtensibleKind> extends Purity {
  readonly record: Kind;
  /**
   * Schema of each member that `membersOf` may return; other returned members are ignored. No other member
   * may have the same name.
   */
  readonly schemas: MemberSchemas;
  /**
   * Returns one object with members for each record, in the same order.
   * Kalends calls it once per response, with all records of the response. The actor may read all of them, and
   * Kalends sends the returned members without another check.
   *
   * If it throws, Kalends logs the error and sends the response without these members. In a write, it runs
   * after the commit, so an error does not fail the write.
   */
  membersOf(
    records: readonly WrittenRecords[Kind][],
    actor: Actor,
  ): readonly JsonObject[] | Promise<readonly JsonObject[]>;
}

/** Computed members that a plugin adds to records of any kind. */
export type RecordMembers<Kinds extends ExtensibleKind = ExtensibleKind> = {
  readonly [Kind in Kinds]: MembersOf<Kind>;
}[Kinds];

/** Additional media type of a list. Clients get it if their `Accept` header prefers it to JSON. */
export interface ListFormat extends Purity {
  readonly list: "events" | "venues" | "organizers";
  /**
   * Media type in lower case, without parameters, such as `application/geo+json`. It must be unique within
   * the list and must not be that of JSON.
   */
  readonly mediaType: string;
  readonly description: string;
  /** JSON Schema of the result of `present`, for the OpenAPI document; any object by default. */
  readonly schema?: JsonSchema;
  /** Converts the JSON body of the list to the body in this format. Error responses stay JSON. */
  present(body: JsonObject): JsonObject;
}

/** Positional argument of a command. */
export interface CommandArgument {
  readonly name: string;
  readonly description: string;
  /** True if the argument may be omitted. */
  readonly optional?: boolean;
}

/** Option of a command. */
export interface CommandOption {
  /**
   * Name of the option without `--`: lower-case letters, digits and `-`. `help`, and names that begin with
   * `no-`, are not allowed.
   */
  readonly name: string;
  readonly description: string;
  /** Name of the option's value in the help text. Absent if the option is a switch without a value. */
  readonly value?: string;
  readonly default?: string;
}

/** One execution of a command. */
export interface CommandCall {
  /** Values of the arguments by name. Omitted arguments are absent. */
  readonly arguments: Readonly<Record<string, string>>;
  /**
   * Values of the options by name; `true` for a switch. Omitted options have their default, or are absent if
   * they have none.
   */
  readonly options: Readonly<Record<string, string | boolean>>;
  /** Prints a line to the standard output. Control characters other than tabs and line ends are replaced. */
  print(line: string): void;
  /** Prints a line to the standard error output. */
  warn(line: string): void;
  /**
   * Returns the id of the account with this name, or `undefined`. Store the id, not the name: another account
   * can get the same name later.
   */
  accountId(name: string): Promise<number | undefined>;
}

/** Command of the command line, `kalends NAME`. The storage is open while the command runs. */
export interface PluginCommand<Services extends object = object> {
  /** Name of the command: lower-case letters, digits and `-`. It must not be the name of another command. */
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  /**
   * Runs the command. If it throws an `Error`, Kalends prints the message on one line and exits with code 1.
   */
  run(call: CommandCall, deps: PluginDeps & Services): Promise<void>;
}

/**
 * Task that runs in the background.
 *
 * - Runs of one job never overlap in a process.
 * - With `KALENDS_WORKERS`, only one of the workers runs jobs.
 * - Other processes that serve the same storage run the job too, unless `once` is set.
 * - When the calendar closes, it waits up to ten seconds for a running job.
 */
export interface Job {
  /** Name of the job, unique within the plugin. */
  readonly name: string;
  /**
   * Seconds between the end of one run and the start of the next, from 1 to 1,000,000. Without `everySeconds`
   * and `cron` the job runs once, at the start; a run that fails is retried.
   */
  readonly everySeconds?: number;
  /**
   * Times at which the job runs, on the wall clock of the site; use it instead of `everySeconds`.
   * The five fields are minute, hour, day of the month, month and day of the week, such as `30 3 * * 1-5`.
   * `@hourly`, `@daily` and the like are allowed as well.
   * A malformed expression, or one that never matches, stops the start.
   *
   * - Runs that were due while no process ran are not repeated.
   * - A fixed time that does not exist because summer time begins runs after the change: 2:30 runs at 3:00.
   * - A fixed time that the clock shows twice runs only the first time.
   * - With `*` or a step in minute or hour, the job runs in every matching minute that passes.
   */
  readonly cron?: string;
  /**
   * Set if only one process of the installation may do each run; the others skip that run.
   * The process holds a lease, which it renews during the run. If the process dies, another one does the next
   * run.
   * The job's name may then have at most 100 characters. Absent: each process does its own runs.
   *
   * A process that was suspended for longer than its lease can overlap with another one. If work must never
   * happen twice, also check a stored condition inside `amend` or `change`.
   */
  readonly once?: "installation";
  /**
   * Does one run. `isStopping()` returns true when the calendar closes or the lease is lost.
   * A run that fails is logged and retried after twice `everySeconds`, or after 2 seconds without
   * `everySeconds`. Each further delay is twice as long. The maximum delay is one minute, or `everySeconds`
   * if that is longer.
   */
  run(stopping: { isStopping(): boolean }): Promise<void>;
}

/** Options for opening a storage. */
export interface StorageOptions {
  /** Maximum number of seconds to wait for a busy or slow store. */
  readonly storageTimeout: number;
  /**
   * True if the storage is created when it does not exist. False if opening it must then reject and create
   * nothing. Commands such as `kalends export` pass false.
   */
  readonly create: boolean;
  /**
   * True if data in an older layout is migrated. False if nothing may be changed; a storage with an
   * unsuitable layout is then refused.
   */
  readonly migrate: boolean;
}

/**
 * Storage adapter for addresses of the form `scheme:place`. Its stores must pass the tests of
 * `@kalends/storage-contract`. docs/reference/storage-adapters.md lists the rules.
 */
export interface StorageScheme {
  /** Scheme of the addresses: lower-case letters, digits, `+`, `.` and `-`, beginning with a letter. */
  readonly scheme: string;
  /**
   * Opens the store; the caller closes it. `place` is the text after the colon in the address.
   * The command line needs a store with accounts (`StoreWithAccounts`). A host application with its own users
   * needs only a `Store`.
   */
  open(place: string, options: StorageOptions): Promise<Store | StoreWithAccounts>;
}
