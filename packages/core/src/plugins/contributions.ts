import type { JsonObject, JsonSchema, JsonValue } from "../model/json.ts";
import type { Parameter } from "../parameter.ts";
import type { StoreWithAccounts } from "../ports/account-store.ts";
import type { Store } from "../ports/store.ts";
import type { Actor } from "../rights/actor.ts";
import type { WrittenRecords } from "../write-hooks/write-hook.ts";
import type { PluginDeps } from "./plugin-deps.ts";

/**
 * A field that callers write like those of the record itself, also in the data of a venue or organizer inside an event.
 * It is kept in the record's `extensions`, under the plugin's name and its own, and lists find it by an `ExtensionFilter`.
 */
export interface RecordField {
  readonly record: ExtensibleKind;
  /** Of the parameter and of the member: lower-case letters, digits and `_`. */
  readonly name: string;
  /**
   * The accepted values. Without `resolve` the value is coerced to `type`, a text is kept as plain text on one line; one of
   * the two must be there. What is not sent stays; `null` and `""` clear. Fields have no defaults.
   */
  readonly parameter: Pick<
    Parameter<JsonValue | undefined>,
    "description" | "required" | "type" | "documented" | "resolve"
  >;
  /** Label of the field on web pages, in English, such as `Dress code`; `texts` of the plugin translate it. The name by default. */
  readonly label?: string;
  /** Of the member, for the documentation; by default the parameter's type. */
  readonly schema?: JsonSchema;
  /** Kept and filterable, but not shown. Otherwise the member is `null` where the field is not set. */
  readonly hidden?: boolean;
}

/** The kinds of record that plugins extend. */
export type ExtensibleKind = "event" | "venue" | "organizer";

/** Members of a representation by name, each with its schema for the documentation. */
export type MemberSchemas = Readonly<Record<string, JsonSchema>>;

/** What takes part in reads. */
export interface Purity {
  /**
   * True if what it answers depends only on what it is given and on the plugin's options, so that it may be kept and shown
   * again. Filters and routes may also depend on what is stored, and on `PluginDeps.clock`; members and decorations look at nothing
   * but each record by itself, not even at the actor. False: no response is kept in which it takes part.
   */
  readonly pure: boolean;
}

/** The same of what has responses of its own: absent, they are not kept. */
export type MaybePure = Partial<Purity>;

/** Members that a plugin adds wherever a kind of record is shown, also inside events. */
export interface MembersOf<Kind extends ExtensibleKind> extends Purity {
  readonly record: Kind;
  /** Every member that it may add; others are left out. No name may be taken already. */
  readonly schemas: MemberSchemas;
  /**
   * The members of each of these records, in their order: one call for everything that an answer shows. Failures are
   * logged and add nothing to this answer. Called only with what the actor may read.
   */
  membersOf(
    records: readonly WrittenRecords[Kind][],
    actor: Actor,
  ): readonly JsonObject[] | Promise<readonly JsonObject[]>;
}

export type RecordMembers<Kinds extends ExtensibleKind = ExtensibleKind> = {
  readonly [Kind in Kinds]: MembersOf<Kind>;
}[Kinds];

/** Another form of a list, for callers whose `Accept` prefers its media type to JSON. */
export interface ListFormat extends Purity {
  readonly list: "events" | "venues" | "organizers";
  /** Without parameters, in lower case, such as `application/geo+json`; unique for the list and not that of JSON. */
  readonly mediaType: string;
  readonly description: string;
  /** Of what `present` gives, for the documentation; by default any object. */
  readonly schema?: JsonSchema;
  /** The answer, made from the one in JSON: the caller may see no more than that. Errors stay JSON. */
  present(body: JsonObject): JsonObject;
}

export interface CommandArgument {
  readonly name: string;
  readonly description: string;
  /** Absent: it must be given. */
  readonly optional?: boolean;
}

export interface CommandOption {
  /** Without the `--`: lower-case letters, digits and `-`; not `help`, and nothing that begins with `no-`. */
  readonly name: string;
  readonly description: string;
  /** The name of its value in the help; absent: a switch. */
  readonly value?: string;
  readonly default?: string;
}

/** What a command is called with. */
export interface CommandCall {
  /** Texts by the names of the arguments; what was left out is absent. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Texts, or `true` for switches, by the names of the options. */
  readonly options: Readonly<Record<string, string | boolean>>;
  /** One line on the standard output; control characters but tabs and line ends are replaced. */
  print(line: string): void;
  /** The same on the error output. */
  warn(line: string): void;
  /** The id of the calendar's account of this name. A name may come to be that of another account; an id never does. */
  accountId(name: string): Promise<number | undefined>;
}

/** A command of the command line, `kalends NAME`. The storage is open while it runs. */
export interface PluginCommand<Services extends object = object> {
  /** Lower-case letters, digits and `-`; not the name of another command. */
  readonly name: string;
  readonly description: string;
  readonly arguments?: readonly CommandArgument[];
  readonly options?: readonly CommandOption[];
  /** An `Error` ends the command with exit code 1 and its message as one line. */
  run(call: CommandCall, deps: PluginDeps & Services): Promise<void>;
}

/** Work in the background: runs are never delayed by requests, nor requests by runs. */
export interface Job {
  /** Unique within the plugin. */
  readonly name: string;
  /**
   * From the end of one run to the beginning of the next, from 1 to 1,000,000. Without this and `cron` it runs once, at the start.
   */
  readonly everySeconds?: number;
  /**
   * When it runs, instead: five fields (minute, hour, day of the month, month, day of the week) on the site's clock, such as `30 3 * * *`.
   * Times that no process was there for are not made up for. See docs/plugins.md for days on which the clocks change.
   */
  readonly cron?: string;
  /**
   * One process of all that serve the storage does each run, by a lease; the others pass it over. Absent: each runs its own. The name is then
   * at most 100 characters long.
   */
  readonly once?: "installation";
  /**
   * One run; never two at a time in this process. `isStopping` also says when the lease is lost. After a failure, which is logged, it is
   * tried again after 2 s, then less and less often, down to once a minute or in `everySeconds`, whichever is longer.
   */
  run(stopping: { isStopping(): boolean }): Promise<void>;
}

export interface StorageOptions {
  /** How long to wait for a busy or distant store before giving up, in seconds. */
  readonly storageTimeout: number;
  /** Whether to create a storage that does not exist; otherwise opening it rejects and leaves nothing behind. */
  readonly create: boolean;
  /** Whether to bring an older layout up to date; otherwise nothing is created or changed, and one that cannot be used is refused. */
  readonly migrate: boolean;
}

/** Storage at addresses of the form `scheme:place`. Its stores pass `@kalends/storage-contract`. */
export interface StorageScheme {
  /** Lower-case letters, digits, `+`, `.` and `-`, the first one a letter. */
  readonly scheme: string;
  /** Connects, creates if asked to, migrates and answers the store; the caller closes it. `place` is what follows the colon. */
  open(place: string, options: StorageOptions): Promise<Store | StoreWithAccounts>;
}
