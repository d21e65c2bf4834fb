import { isStorageFailure } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { type OccurrenceRow, toOccurrenceRow } from "../../model/recurrence/occurrence.ts";
import { isSeries } from "../../model/recurrence/recurrence.ts";
import type { SiteSettings } from "../../model/site.ts";
import { createSchedule, isSameSchedule, type Schedule } from "../../model/time/schedule.ts";
import { isTimeZone } from "../../model/time/time-zone.ts";
import type { Store } from "../../ports/store.ts";
import { computing, inSlices } from "../../unit-of-work/computing.ts";
import { createTransact, type TransactDeps } from "../../unit-of-work/transact.ts";
import type { UnitOfWork } from "../../unit-of-work/unit-of-work.ts";
import { planSeries, reconcileRows } from "./reconcile-occurrences.ts";
import { readOccurrences } from "./write-rows.ts";

export interface RecomputeDeps extends Omit<TransactDeps, "writeHooks" | "policies"> {
  readonly store: Pick<Store, "transaction" | "events">;
  readonly site: Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon">;
}

/** Event whose UTC time changes because the zone data was updated. */
export interface MovedEvent {
  readonly id: number;
  readonly before: Schedule;
  readonly after: Schedule;
}

export interface RecomputeOptions {
  /**
   * Id of the last event or series that an earlier run completed; this run continues after it. 0 by default.
   */
  readonly afterId?: number;
  readonly isStopping?: () => boolean;
  /**
   * Called after each batch, with the last completed id and the events that moved since the previous call.
   */
  readonly onBatch?: (lastId: number, moved: readonly MovedEvent[]) => Promise<void>;
}

/**
 * Recomputes UTC times, abbreviations and occurrences of all events from their wall clocks, with the current
 * zone data. Events with an unknown time zone stay unchanged.
 * Returns the number of events that moved. Each of them emits a domain event; for occurrences, their series
 * emits it.
 * Source: rules/recurrence.md#recurrence-zone-data.
 */
export type Recompute = (options?: RecomputeOptions) => Promise<number>;

/** Number of events that are read in one batch. */
const BATCH = 100;

export const createRecompute = (deps: RecomputeDeps): Recompute => {
  const { store, site, clock, logger, slices } = deps;
  const transact = createTransact(deps);

  const withTimes = <R extends Pick<CalendarEvent, "schedule">>(record: R): R => {
    const schedule = createSchedule({ ...record.schedule, dayCutoff: site.dayCutoff });
    return isSameSchedule(schedule, record.schedule) ? record : { ...record, schedule };
  };
  /**
   * Recomputes the time of an occurrence that has its own time. Other occurrences get their times from the
   * recurrence.
   */
  const revise = (row: OccurrenceRow): OccurrenceRow =>
    row.occurrence.isMoved === true ? withTimes(row) : row;

  const examine = async (unit: Pick<UnitOfWork, "events" | "computing">, id: number): Promise<Examined> => {
    const { events } = unit;
    const event = await events.find(id);
    if (event === undefined || !isTimeZone(event.schedule.timezone)) return UNCHANGED;
    const current = withTimes(event);
    if (!isSeries(event)) return { event: current, occurrences: [], ...differences([event], [current]) };
    const occurrences = await readOccurrences(events, id);
    const rows = occurrences.map(toOccurrenceRow);
    const planned = { series: current, now: clock.now(), site };
    const { kept } = await planSeries(planned, rows.map(revise), unit);
    return { event: current, occurrences, ...differences([event, ...rows], [current, ...kept]) };
  };

  /** Recomputes one event in a separate transaction, so that other writes can run in between. */
  const recomputeOne = async (id: number): Promise<readonly MovedEvent[]> => {
    const ahead = await examine(inSlices(store, slices), id);
    if (!ahead.isDifferent) return [];
    const work = async (unit: UnitOfWork): Promise<readonly MovedEvent[]> => {
      const { event, occurrences, isDifferent, moved } = await examine(unit, id);
      if (event === undefined || !isDifferent) return [];
      await unit.events.save(event);
      if (isSeries(event))
        await reconcileRows(unit, { series: event, now: clock.now(), site }, occurrences, { revise });
      return moved;
    };
    // If only an abbreviation changes, no domain event is emitted.
    return ahead.moved.length > 0 ? transact(work, {}) : computing(store, { slices }).transaction(work);
  };

  return async ({ afterId = 0, isStopping = () => false, onBatch = async () => undefined } = {}) => {
    let total = 0;
    for (let lastId = afterId; !isStopping(); ) {
      const batch = await store.events.readAfter(lastId, BATCH);
      const moved: MovedEvent[] = [];
      for (const { id } of batch) {
        if (isStopping()) break;
        try {
          moved.push(...(await recomputeOne(id)));
        } catch (error) {
          if (isStorageFailure(error)) throw error;
          // The error is only logged, so that the following events are still recomputed.
          logger.error("the times of an event could not be computed", { id, error });
        }
        lastId = id;
      }
      for (const one of moved) logger.info("the time of an event changed", { ...one });
      total += moved.length;
      if (batch.length > 0) await onBatch(lastId, moved);
      if (batch.length < BATCH) break;
    }
    return total;
  };
};

interface Examined {
  /** Event with the recomputed times; absent if the event does not exist or has an unknown time zone. */
  readonly event?: CalendarEvent;
  /** Stored occurrences of the event. */
  readonly occurrences: readonly CalendarEvent[];
  readonly isDifferent: boolean;
  readonly moved: readonly MovedEvent[];
}

const UNCHANGED: Examined = { occurrences: [], isDifferent: false, moved: [] };

type Timed = Pick<CalendarEvent, "id" | "schedule">;

const differences = (
  before: readonly Timed[],
  after: readonly Timed[],
): Pick<Examined, "isDifferent" | "moved"> => {
  const old = new Map(before.map(({ id, schedule }) => [id, schedule]));
  const different = after.flatMap(({ id, schedule }): readonly MovedEvent[] => {
    const former = old.get(id);
    return former === undefined || isSameSchedule(former, schedule)
      ? []
      : [{ id, before: former, after: schedule }];
  });
  return {
    isDifferent: different.length > 0,
    moved: different.filter((one) => hasMoved(one)),
  };
};

const hasMoved = ({ before, after }: MovedEvent): boolean =>
  before.utcStart !== after.utcStart ||
  before.utcEnd !== after.utcEnd ||
  before.start !== after.start ||
  before.end !== after.end;
