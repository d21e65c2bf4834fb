import { type NoteAdjustment, noteCleaned } from "../../adjustment.ts";
import { type CalendarEvent, EVENT_STATUSES, type EventStatus } from "../../model/event.ts";
import { without } from "../../model/members.ts";
import { toPlainText } from "../../model/text/plain-text.ts";
import { resolveWallClock, toWallClock } from "../../model/time/time-zone.ts";
import type { WallClock } from "../../model/time/wall-clock.ts";
import type { Parameter } from "../../parameter.ts";
import { resolveDate } from "../../parameters/references.ts";
import { clearableText, type Declared, MAX_NAME_LENGTH, refuse } from "../../parameters/scalars.ts";
import type { Clock } from "../../ports/clock.ts";
import { readDate } from "../posts/resolve-publication.ts";

/**
 * Status values of an event in a request; `undefined` for values that were not sent
 * (rules/recurrence.md#status-reason).
 */
export type EventStatusValues = {
  readonly event_status: EventStatus | undefined;
  /** Reason for the status; `""` removes it. */
  readonly status_reason: string | undefined;
  /** Original start as the client sent it. It is parsed in the time zone of the event; `""` removes it. */
  readonly previous_start_date: string | undefined;
};

type Fields = { readonly [Name in keyof EventStatusValues]: Parameter<EventStatusValues[Name]> };

const isEventStatus = (value: unknown): value is EventStatus =>
  (EVENT_STATUSES as readonly unknown[]).includes(value);

const eventStatus = (declared: Declared): Parameter<EventStatus | undefined> => ({
  type: "string",
  ...declared,
  documented: { enum: EVENT_STATUSES, example: "cancelled" },
  resolve: (raw) =>
    isEventStatus(raw) ? { value: raw } : refuse("not-one-of", { names: EVENT_STATUSES.join(", ") }),
});

const dateOrEmpty = (clock: Clock, declared: Declared): Parameter<string | undefined> => ({
  type: "string",
  ...declared,
  resolve: (raw) => (typeof raw === "string" && raw.trim() === "" ? { value: "" } : resolveDate(clock)(raw)),
});

/** Returns the parameters for the status of an event. Source: rules/recurrence.md#event-status-field. */
export const eventStatusFields = (clock: Clock): Fields => ({
  event_status: eventStatus({
    description: "parameter.event.event_status",
  }),
  status_reason: clearableText("parameter.event.status_reason", {
    example: "The hall is flooded.",
    maximum: MAX_NAME_LENGTH,
  }),
  previous_start_date: dateOrEmpty(clock, {
    description: "parameter.event.previous_start_date",
    documented: { example: "2031-05-09 20:30:00" },
  }),
});

type Statused = Pick<CalendarEvent, "eventStatus" | "statusReason" | "previousStart" | "schedule">;

/** Returns the event with the status values that were sent. `current` is the event before the write. */
export const withEventStatus = <E extends Statused>(
  event: E,
  sent: EventStatusValues,
  now: number,
  note: NoteAdjustment,
  current?: Statused,
): E => {
  const { event_status: requested = event.eventStatus, status_reason: reason } = sent;
  const kept = requested === "scheduled" ? undefined : requested;
  const statusReason = reason === undefined ? event.statusReason : reasonOf(reason, note);
  const previousStart = previousStartOf(event, kept, sent, now, note, current);
  return {
    ...without<Statused, E>(event, "eventStatus", "statusReason", "previousStart"),
    ...(kept !== undefined && { eventStatus: kept }),
    ...(statusReason && { statusReason }),
    ...(previousStart !== undefined && { previousStart }),
  };
};

const reasonOf = (sent: string, note: NoteAdjustment): string => {
  const stored = toPlainText(sent);
  noteCleaned(note, "status_reason", { sent, stored });
  return stored;
};

/** Returns the original start of a rescheduled event. Source: rules/recurrence.md#previous-start-date. */
const previousStartOf = (
  { schedule, previousStart }: Statused,
  eventStatus: EventStatus | undefined,
  { previous_start_date: sent }: EventStatusValues,
  now: number,
  note: NoteAdjustment,
  current: Statused | undefined,
): WallClock | undefined => {
  const { timezone } = schedule;
  if (eventStatus !== "rescheduled") {
    if (sent) note("previous_start_date", "not-rescheduled");
    // An event that is postponed or cancelled after it was rescheduled keeps its original start.
    return eventStatus === undefined ? undefined : previousStart;
  }
  if (sent === "") return undefined;
  if (sent !== undefined) {
    const read = readDate("previous_start_date", sent, timezone, now, note);
    const resolved = resolveWallClock(read, timezone);
    if (resolved !== read) note("previous_start_date", "skipped-time");
    return resolved;
  }
  if (previousStart !== undefined || current === undefined) return previousStart;
  const { start, utcStart, timezone: before } = current.schedule;
  const started = before === timezone ? start : toWallClock(utcStart, timezone);
  return started === schedule.start ? undefined : started;
};
