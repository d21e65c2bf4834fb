import type { Adjustment, Adjustments, NoteAdjustment } from "../adjustment.ts";
import { CalendarError } from "../errors.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { Clock } from "../ports/clock.ts";
import type { DomainEventSink, Origin } from "../ports/domain-events.ts";
import type { Logger } from "../ports/logger.ts";
import type { Repositories, Store } from "../ports/store.ts";
import type { Policies } from "../rights/plugin-policies.ts";
import type { PolicyAction } from "../rights/policy.ts";
import type { PostStatuses } from "../rights/record-rights.ts";
import type { WriteHooks } from "../write-hooks/run-hooks.ts";
import type { WriteContext, WrittenKind, WrittenRecord, WrittenRecords } from "../write-hooks/write-hook.ts";
import { toDomainEvents, toOutboxChange } from "./change-events.ts";
import { computing } from "./computing.ts";
import { type RecordedChange, recordChanges } from "./recorded-changes.ts";
import { type ComputedFor, type Slices, workAccountOfOrigin } from "./slices.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** Write of a record, in the version that the use case would store. */
interface Write<Kind extends WrittenKind> {
  readonly kind: Kind;
  readonly record: WrittenRecords[Kind];
  /** Absent if the record is new. */
  readonly before?: WrittenRecords[Kind] | undefined;
  /** See `WriteContext`. */
  readonly splitFrom?: WrittenRecords["event"] | undefined;
}

/** Unit of work that also passes records through hooks and policies before they are saved. */
export interface WriteUnit extends UnitOfWork {
  /** Returns the record as hooks amend it. Throws the error with which a hook or policy refuses it. */
  amended<Kind extends WrittenKind>(write: Write<Kind>, note?: NoteAdjustment): Promise<WrittenRecords[Kind]>;
  /**
   * True for an importer: the `recurrence` that it sends is complete.
   * Source: rules/recurrence.md#recurrence-of-imports.
   */
  readonly isImport: boolean;
}

/** Origin of a write, with the origin of the records that it creates. */
export interface WriteOrigin extends Origin {
  /** See `Call`. */
  readonly isGone?: ComputedFor["isGone"];
  readonly recordOrigin?: RecordOrigin | undefined;
}

/**
 * Runs a write transaction and notifies listeners after the commit. A response must read stored data inside
 * `work`. If the promise rejects, nothing was stored.
 */
export type Transact = <T>(work: (unit: WriteUnit) => Promise<T>, origin: WriteOrigin) => Promise<T>;

/**
 * Returns work whose result includes its adjustments, in addition to those noted before. A strict request is
 * refused before the commit. Each run starts again from the earlier notes, because only the last run takes
 * effect.
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

/** Participant in write transactions. Its own writes are committed or rolled back together with the unit. */
export interface TransactionParticipant {
  /**
   * Returns true to take part in a unit. Called when the unit begins, because recording changes takes time.
   */
  participates(origin: Origin): boolean;
  /** Set to receive individually changed occurrences too, which costs an additional read. */
  readonly needsOccurrences?: true;
  /**
   * Called at the end of each run of the work with its changes, if any. The work may run again after a
   * conflict.
   */
  write(
    changes: readonly RecordedChange[],
    origin: Origin,
    repositories: Repositories,
    /** Empty unless `needsOccurrences` is set. */
    occurrences: readonly RecordedChange[],
  ): Promise<void>;
}

/** Switch of the outbox, which may change while the calendar is open. */
export interface OutboxSwitch {
  isOn(): boolean;
}

export interface TransactDeps {
  readonly store: Pick<Store, "transaction">;
  readonly postStatuses: PostStatuses;
  /** Receiver of domain events; absent by default. */
  readonly domainEvents?: DomainEventSink | undefined;
  /** Controls whether changes are stored in the outbox. Absent: never. */
  readonly outboxSwitch?: OutboxSwitch | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Hooks that check records before they are stored; absent by default. */
  readonly writeHooks?: WriteHooks | undefined;
  /** Participants that store data together with each unit; absent by default. */
  readonly participants?: readonly TransactionParticipant[] | undefined;
  /** Policies that forbid writes in spite of rights; absent by default. */
  readonly policies?: Pick<Policies, "permits"> | undefined;
  /** Keeps long computations out of transactions. Absent: they run without pauses. */
  readonly slices?: Slices | undefined;
}

/**
 * Creates the function that runs writes. Changes are recorded only if there are listeners, participants or an
 * active outbox.
 */
export const createTransact =
  (deps: TransactDeps, { isInTransaction = false }: { readonly isInTransaction?: boolean } = {}): Transact =>
  async (work, { recordOrigin, isGone, ...origin }) => {
    const { postStatuses, domainEvents, outboxSwitch, clock, logger, slices } = deps;
    const account = workAccountOfOrigin(origin);
    const store = computing(deps.store, { slices, account, isInTransaction, isGone });
    const { writeHooks, policies, participants = [] } = deps;
    const rules = { writeHooks, policies };
    const writeOrigin = { ...origin, recordOrigin };
    const hasListeners = domainEvents?.hasListeners() === true;
    const isStored = outboxSwitch?.isOn() === true;
    const activeParticipants = participants.filter((participant) => participant.participates(origin));
    if (!hasListeners && !isStored && activeParticipants.length === 0)
      return store.transaction((unit) => work(toWriteUnit(unit, writeOrigin, rules)));
    const notesOccurrences = activeParticipants.some(({ needsOccurrences }) => needsOccurrences === true);
    const { result, events } = await store.transaction(async (unit) => {
      // Recorded anew for each run, because only the last run takes effect.
      const recording = recordChanges(unit, { notesAffected: isStored, notesOccurrences });
      const result = await work(toWriteUnit(recording.unit, writeOrigin, rules));
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

/** Returns a unit for writes. Hooks and policies do not apply to writes that a plugin makes itself. */
export const toWriteUnit = (
  unit: UnitOfWork,
  { actor, plugin, trace, recordOrigin }: WriteOrigin,
  { writeHooks, policies }: Pick<TransactDeps, "writeHooks" | "policies">,
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

/** Sets the origin of a new record; terms have none. */
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

/** Returns the context without undefined members. */
const toContext = (known: { readonly kind: WrittenKind } & Readonly<Record<string, unknown>>): WriteContext =>
  // Kind and record always belong together.
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as WriteContext;

/**
 * Runs a step that completes a response after the commit, such as members from plugins. If it fails, the
 * error is logged and `instead` is returned, because the write itself succeeded.
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
