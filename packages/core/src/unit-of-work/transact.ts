import type { Adjustment, Adjustments, NoteAdjustment } from "../adjustment.ts";
import { CalendarError } from "../errors.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { Clock } from "../ports/clock.ts";
import type { DomainEventSink, Origin } from "../ports/domain-events.ts";
import type { Logger } from "../ports/logger.ts";
import type { Repositories, Store } from "../ports/store.ts";
import type { Policies } from "../rights/policies.ts";
import type { PolicyAction } from "../rights/policy.ts";
import type { PostStatuses } from "../rights/post-statuses.ts";
import type { WriteHooks } from "../write-hooks/run-hooks.ts";
import type { WriteContext, WrittenKind, WrittenRecord, WrittenRecords } from "../write-hooks/write-hook.ts";
import { computing } from "./computing.ts";
import { type RecordedChange, recordChanges } from "./recorded-changes.ts";
import { type ComputedFor, type Slices, workAccountOfOrigin } from "./slices.ts";
import type { UnitOfWork } from "./unit-of-work.ts";
import { toDomainEvents, toOutboxChange } from "./what-happened.ts";

/** What is written: the record as the use case would store it. */
interface Write<Kind extends WrittenKind> {
  readonly kind: Kind;
  readonly record: WrittenRecords[Kind];
  /** Absent: the record is new. */
  readonly before?: WrittenRecords[Kind] | undefined;
  /** See `WriteContext`. */
  readonly splitFrom?: WrittenRecords["event"] | undefined;
}

/** The repositories of a unit of work, and what records go through before they are saved there. */
export interface WriteUnit extends UnitOfWork {
  /** The record as hooks want it stored. Throws what they refuse it with. */
  amended<Kind extends WrittenKind>(write: Write<Kind>, note?: NoteAdjustment): Promise<WrittenRecords[Kind]>;
  /** True if an importer writes: a `recurrence` that it sends is absolute. Source: rules/recurrence.md#recurrence-of-imports. */
  readonly isImport: boolean;
}

/** The writing actor, and the origin of the records that the unit creates. */
export interface WriteOrigin extends Origin {
  /** See `Call`. */
  readonly isGone?: ComputedFor["isGone"];
  readonly recordOrigin?: RecordOrigin | undefined;
}

/**
 * `Store.transaction`, after whose commit listeners get what was written. What an answer shows of the store is
 * read inside `work`: when this rejects, nothing was stored.
 */
export type Transact = <T>(work: (unit: WriteUnit) => Promise<T>, origin: WriteOrigin) => Promise<T>;

/**
 * The work of a write with what it adjusted, besides what is noted already; a strict request is refused before the commit. Each
 * run notes anew: only what the last one did has happened.
 */
export const adjusting =
  <T>(
    adjustments: Adjustments,
    work: (unit: WriteUnit, note: NoteAdjustment) => Promise<T>,
  ): ((unit: WriteUnit) => Promise<{ readonly stored: T; readonly adjustments: readonly Adjustment[] }>) =>
  async (unit) => {
    const own = adjustments.branch();
    const stored = await work(unit, own.note);
    return { stored, adjustments: own.check() };
  };

/** Takes part in units that write: what it stores becomes durable together with them or not at all. */
export interface TransactionParticipant {
  /** Asked when a unit begins: watching one costs time. */
  takesPart(origin: Origin): boolean;
  /** Whether it looks at occurrences that are changed by themselves, too: that costs a read. */
  readonly needsOccurrences?: true;
  /** Called at the end of each run of the work, which may run again after a conflict, with what it changed, if anything. */
  write(
    changes: readonly RecordedChange[],
    origin: Origin,
    repositories: Repositories,
    /** Only where it needs them. */
    occurrences: readonly RecordedChange[],
  ): Promise<void>;
}

/** May change while the calendar is open. */
export interface OutboxSwitch {
  isOn(): boolean;
}

export interface TransactDeps {
  readonly store: Pick<Store, "transaction">;
  readonly postStatuses: PostStatuses;
  /** Gets what happens; absent by default. */
  readonly domainEvents?: DomainEventSink | undefined;
  /** Whether what happens is kept in the outbox; never by default. */
  readonly outboxSwitch?: OutboxSwitch | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What looks at records before they are stored; absent by default. */
  readonly writeHooks?: WriteHooks | undefined;
  /** What is stored together with each unit; absent by default. */
  readonly participants?: readonly TransactionParticipant[] | undefined;
  /** What callers may not write in spite of their rights; absent by default. */
  readonly policies?: Pick<Policies, "permits"> | undefined;
  /** Keeps long computations out of transactions; absent: they run at once. */
  readonly slices?: Slices | undefined;
}

/** Nothing is recorded while there are neither listeners nor participants nor an outbox that is on. */
export const createTransact =
  (deps: TransactDeps, { isInTransaction = false }: { readonly isInTransaction?: boolean } = {}): Transact =>
  async (work, { recordOrigin, isGone, ...origin }) => {
    const { postStatuses, domainEvents, outboxSwitch, clock, logger, slices } = deps;
    const account = workAccountOfOrigin(origin);
    const store = computing(deps.store, { slices, account, isInTransaction, isGone });
    const { writeHooks, policies, participants = [] } = deps;
    const rules = { writeHooks, policies };
    const writeOrigin = { ...origin, recordOrigin };
    const isListenedTo = domainEvents?.hasListeners() === true;
    const isStored = outboxSwitch?.isOn() === true;
    const taking = participants.filter((participant) => participant.takesPart(origin));
    if (!isListenedTo && !isStored && taking.length === 0)
      return store.transaction((unit) => work(toWriteUnit(unit, writeOrigin, rules)));
    const notesOccurrences = taking.some(({ needsOccurrences }) => needsOccurrences === true);
    const { result, happened } = await store.transaction(async (unit) => {
      // Anew for each run: only what the last one wrote has happened.
      const recording = recordChanges(unit, { notesAffected: isStored, notesOccurrences });
      const result = await work(toWriteUnit(recording.unit, writeOrigin, rules));
      const changes = recording.changes();
      if (isStored && changes.length > 0) {
        const time = clock.now();
        await unit.outbox.append(changes.map((change) => toOutboxChange(change, origin, postStatuses, time)));
      }
      for (const participant of taking)
        await participant.write(changes, origin, unit, recording.occurrences());
      return {
        result,
        happened: isListenedTo
          ? changes.flatMap((change) => toDomainEvents(change, origin, postStatuses))
          : [],
      };
    });
    try {
      if (isListenedTo) domainEvents.emit(happened);
    } catch (error) {
      logger.error("What happened could not be announced", { error });
    }
    return result;
  };

/** What a plugin does of its own accord no hook and no policy looks at. */
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

/** Without what is not there. */
const toContext = (known: { readonly kind: WrittenKind } & Readonly<Record<string, unknown>>): WriteContext =>
  // Kind and record belong together.
  Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as WriteContext;

/**
 * For what belongs to an answer but cannot be had inside the transaction, such as what plugins add: when it fails,
 * that is logged and `instead` is answered, because what is stored must not count as failed.
 * Source: rules/errors.md#after-the-commit.
 */
export const afterCommit = async <T>(step: () => Promise<T>, instead: T, logger: Logger): Promise<T> => {
  try {
    return await step();
  } catch (error) {
    logger.error("A step after a commit failed", { error });
    return instead;
  }
};
