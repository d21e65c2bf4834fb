import type { Adjustment, Adjustments, NoteAdjustment } from "../adjustment.ts";
import { CalendarError } from "../errors.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { Clock } from "../ports/clock.ts";
import type { DomainEventSink, Origin } from "../ports/domain-events.ts";
import type { Logger } from "../ports/logger.ts";
import type { Merge } from "../ports/repositories/merge-repository.ts";
import type { Repositories, Store } from "../ports/store.ts";
import type { Policies } from "../rights/plugin-policies.ts";
import type { PolicyAction } from "../rights/policy.ts";
import type { PostStatuses } from "../rights/record-rights.ts";
import type { WriteHooks } from "../write-hooks/run-hooks.ts";
import type { WriteContext, WrittenKind, WrittenRecord, WrittenRecords } from "../write-hooks/write-hook.ts";
import { toDomainEvents, toOutboxChange } from "./change-events.ts";
import { computing } from "./computing.ts";
import { recordVersions } from "./record-versions.ts";
import { type RecordedChange, recordChanges } from "./recorded-changes.ts";
import { type ComputedFor, type Slices, workAccountOfOrigin } from "./slices.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** Write of a record in the form in which the use case would store it. */
interface Write<Kind extends WrittenKind> {
  readonly kind: Kind;
  readonly record: WrittenRecords[Kind];
  /** Stored record before the write; absent if the record is new. */
  readonly before?: WrittenRecords[Kind] | undefined;
  /** Original series, if the record is split off from it: see `WriteContext`. */
  readonly splitFrom?: WrittenRecords["event"] | undefined;
}

/** Unit of work in which write hooks and policies check each record before it is saved. */
export interface WriteUnit extends UnitOfWork {
  /** Returns the record after write hooks have changed it. Throws if a hook or policy refuses it. */
  amended<Kind extends WrittenKind>(write: Write<Kind>, note?: NoteAdjustment): Promise<WrittenRecords[Kind]>;
  /**
   * True if an import or subscription writes, so that the write has a `recordOrigin`. The `recurrence` that
   * it sends is then stored as sent.
   * Source: rules/recurrence.md#recurrence-of-imports.
   */
  readonly isImport: boolean;
}

/**
 * Source of a write: who or what makes it (`Origin`), and the import or subscription to record as the origin
 * of the records that it creates.
 */
export interface WriteOrigin extends Origin {
  /** Returns true if the client has disconnected. A write then does not begin its transaction. */
  readonly isGone?: ComputedFor["isGone"];
  readonly recordOrigin?: RecordOrigin | undefined;
}

/**
 * Runs a write in a transaction and notifies listeners after the commit. If the promise rejects, nothing was
 * stored. Read stored data for the response inside `work`.
 */
export type Transact = <T>(work: (unit: WriteUnit) => Promise<T>, origin: WriteOrigin) => Promise<T>;

/**
 * Wraps the work of a write. The result then includes the adjustments of the work and those reported before.
 * If the request is strict and has adjustments, it is refused before the commit.
 * The work may run several times, and only its last run takes effect. Each run therefore begins with the
 * adjustments from before.
 */
export const withAdjustments =
  <T>(
    adjustments: Adjustments,
    work: (unit: WriteUnit, note: NoteAdjustment) => Promise<T>,
  ): ((unit: WriteUnit) => Promise<{ readonly stored: T; readonly adjustments: readonly Adjustment[] }>) =>
  async (unit) => {
    const own = adjustments.branch();
    const stored = await work(unit, own.note);
    return { stored, adjustments: own.check() };
  };

/**
 * Code that writes additional data in the same transaction as each write. Its data is committed or rolled
 * back together with the write.
 */
export interface TransactionParticipant {
  /**
   * Returns true to take part in a unit of work. It is called when the unit begins, because changes are
   * recorded only if a participant needs them.
   */
  participates(origin: Origin): boolean;
  /** Set to receive changes of single occurrences too. Recording them needs an additional read. */
  readonly needsOccurrences?: true;
  /**
   * Called at the end of each run of the work, with the changes of this run. `changes` can be empty. The work
   * may run again after a conflict.
   */
  write(
    changes: readonly RecordedChange[],
    origin: Origin,
    repositories: Repositories,
    /** Changes of single occurrences; empty unless `needsOccurrences` is set. */
    occurrences: readonly RecordedChange[],
  ): Promise<void>;
}

/** Setting that enables the outbox. It can change while the calendar is open. */
export interface OutboxSwitch {
  isOn(): boolean;
}

export interface TransactDeps {
  readonly store: Pick<Store, "transaction">;
  readonly postStatuses: PostStatuses;
  /** Receives domain events after the commit. If it is absent, no domain events are emitted. */
  readonly domainEvents?: DomainEventSink | undefined;
  /** Decides if changes are stored in the outbox. If it is absent, they are never stored there. */
  readonly outboxSwitch?: OutboxSwitch | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Write hooks that check records before they are stored. Absent: there are none. */
  readonly writeHooks?: WriteHooks | undefined;
  /**
   * Number of versions to keep of each record. If it is 0 or absent, no versions are stored.
   * Source: rules/history.md#bounds.
   */
  readonly history?: number | undefined;
  /** Code that writes additional data in each transaction. Absent if there is no such code. */
  readonly participants?: readonly TransactionParticipant[] | undefined;
  /** Policies that restrict the rights on writes. Absent: there are none. */
  readonly policies?: Pick<Policies, "permits"> | undefined;
  /**
   * Scheduler that runs long computations outside of transactions. If absent, computations run without
   * pauses.
   */
  readonly slices?: Slices | undefined;
}

/**
 * Creates the function that runs writes. It records changes only if listeners, participants or the outbox
 * need them.
 */
export const createTransact =
  (deps: TransactDeps, { isInTransaction = false }: { readonly isInTransaction?: boolean } = {}): Transact =>
  async (work, { recordOrigin, isGone, ...origin }) => {
    const { postStatuses, domainEvents, outboxSwitch, clock, logger, slices } = deps;
    const account = workAccountOfOrigin(origin);
    const store = computing(deps.store, { slices, account, isInTransaction, isGone });
    const { writeHooks, policies, participants = [], history = 0 } = deps;
    const rules = { writeHooks, policies };
    const writeOrigin = { ...origin, recordOrigin };
    const hasListeners = domainEvents?.hasListeners() === true;
    const isStored = outboxSwitch?.isOn() === true;
    const activeParticipants = participants.filter((participant) => participant.participates(origin));
    // The calendar itself and changes by `amend` store no versions.
    const inUnit =
      history > 0 && origin.actor !== undefined
        ? withVersions(work, writeOrigin, rules)
        : (unit: UnitOfWork) => work(toWriteUnit(unit, writeOrigin, rules));
    if (!hasListeners && !isStored && activeParticipants.length === 0) return store.transaction(inUnit);
    const notesOccurrences = activeParticipants.some(({ needsOccurrences }) => needsOccurrences === true);
    const { result, events } = await store.transaction(async (unit) => {
      // Changes are recorded anew in each run of the work, because only the last run takes effect.
      const recording = recordChanges(unit, { notesAffected: isStored, notesOccurrences });
      const result = await inUnit(recording.unit);
      const changes = recording.changes();
      if (isStored && changes.length > 0) {
        const time = clock.now();
        await unit.outbox.append(changes.map((change) => toOutboxChange(change, origin, postStatuses, time)));
      }
      for (const participant of activeParticipants)
        await participant.write(changes, origin, unit, recording.occurrences());
      return {
        result,
        events: hasListeners ? changes.flatMap((change) => toDomainEvents(change, origin, postStatuses)) : [],
      };
    });
    try {
      if (hasListeners) domainEvents.emit(events);
    } catch (error) {
      logger.error("Domain events could not be emitted", { error });
    }
    return result;
  };

type WriteRules = Pick<TransactDeps, "writeHooks" | "policies">;

/** Wraps the work of a write, so that it also stores versions of the records that it changes. */
const withVersions =
  <T>(
    work: (unit: WriteUnit) => Promise<T>,
    origin: WriteOrigin,
    rules: WriteRules,
  ): ((unit: UnitOfWork) => Promise<T>) =>
  async (unit) => {
    const versions = recordVersions(origin);
    const merges = {
      ...unit.merges,
      async merge(merge: Merge) {
        await unit.merges.merge(merge);
        versions.forget(merge);
      },
    };
    const result = await work(toWriteUnit({ ...unit, merges }, origin, rules, versions.note));
    await versions.save(unit.versions);
    return result;
  };

/**
 * Returns a unit for writes. If the origin has a `plugin`, the write is made by `amend`, and hooks and
 * policies do not apply.
 */
export const toWriteUnit = (
  unit: UnitOfWork,
  { actor, plugin, trace, recordOrigin }: WriteOrigin,
  { writeHooks, policies }: WriteRules,
  onWrite: (record: WrittenRecord, context: WriteContext) => void = () => undefined,
): WriteUnit => ({
  ...unit,
  isImport: recordOrigin !== undefined,
  async amended({ record: wanted, before, kind, splitFrom }, note = () => undefined) {
    const isCreated = before === undefined && splitFrom === undefined;
    const record = isCreated ? withOrigin(kind, wanted, recordOrigin) : wanted;
    if (plugin !== undefined) return record;
    const context = toContext({ kind, before, actor, trace, splitFrom });
    const amended = (await writeHooks?.amend(record, context, unit, note)) ?? record;
    if (policies !== undefined && actor !== undefined) {
      if (!policies.permits(actionOf(amended, before), amended, { ...context, actor }))
        throw new CalendarError("rest_forbidden");
    }
    onWrite(amended, context);
    return amended;
  },
});

const EXTENSIBLE: ReadonlySet<WrittenKind> = new Set(["event", "venue", "organizer"]);

/** Sets the origin of a new event, venue or organizer. Terms have no origin. */
const withOrigin = <Kind extends WrittenKind>(
  kind: Kind,
  record: WrittenRecords[Kind],
  origin: RecordOrigin | undefined,
): WrittenRecords[Kind] => {
  if (origin === undefined || !EXTENSIBLE.has(kind)) return record;
  const { importer, subscription } = origin;
  return { ...record, origin: { importer, ...(subscription !== undefined && { subscription }) } };
};

const isInTrash = (record: WrittenRecord): boolean => "status" in record && record.status === "trash";

const actionOf = (record: WrittenRecord, before: WrittenRecord | undefined): PolicyAction => {
  if (before === undefined) return "create";
  return isInTrash(record) && !isInTrash(before) ? "delete" : "update";
};

/** Returns the context of a write without members that are `undefined`. */
const toContext = (known: { readonly kind: WrittenKind } & Readonly<Record<string, unknown>>): WriteContext =>
  // The type is safe, because `kind` is the kind of the record.
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as WriteContext;

/**
 * Runs a step that completes a response after the commit, such as adding the members of plugins. If it fails,
 * the error is logged and `fallback` is returned, because the write itself has succeeded.
 * Source: rules/errors.md#after-the-commit.
 */
export const afterCommit = async <T>(step: () => Promise<T>, fallback: T, logger: Logger): Promise<T> => {
  try {
    return await step();
  } catch (error) {
    logger.error("A step after a commit failed", { error });
    return fallback;
  }
};
