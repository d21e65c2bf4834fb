import {
  type CalendarEvent,
  can,
  checkText,
  type JsonValue,
  type Parameter,
  type RecordField,
  type Resolution,
  toNumber,
} from "@kalends/core/plugin";
import { FIELDS } from "../fields.ts";
import { english } from "../texts.ts";

type Documented = NonNullable<Parameter["documented"]>;

/** Maximum length of a UID in characters, far above the length that known programs use. */
const MAX_UID_LENGTH = 1_000;
const MAX_SEQUENCE = 2 ** 31 - 1;

/**
 * Creates a field that only users who may edit events of others can set. A wrong UID would be harmful:
 * calendar programs treat two events with the same UID as one event.
 */
const editorField = (
  name: string,
  description: string,
  documented: Documented,
  read: (raw: unknown) => Resolution<JsonValue>,
): RecordField => ({
  record: "event",
  name,
  hidden: true,
  parameter: {
    description,
    documented,
    resolve: (raw, { actor }) =>
      can(actor, "edit_others")
        ? read(raw)
        : { problem: { reason: "not-acceptable", text: english("problem.for_editors") } },
  },
});

/** Validates a UID: one line of text without control characters. */
const readUid = (raw: unknown): Resolution<string> => {
  const checked = checkText(raw, MAX_UID_LENGTH);
  if (!("value" in checked)) return checked;
  const value = checked.value.trim();
  return value === "" || /\p{Cc}/u.test(value) ? { problem: { reason: "invalid-text" } } : { value };
};

const readSequence = (raw: unknown): Resolution<number> => {
  const value = toNumber(raw);
  return Number.isInteger(value) && value !== undefined
    ? { value }
    : { problem: { reason: "not-an-integer" } };
};

const OF_UID: Documented = { type: "string", maxLength: MAX_UID_LENGTH };

/**
 * Hidden fields with the UID, RELATED-TO and SEQUENCE of an event. Importers, and users who may edit the
 * events of others, can set them. Calendar feeds contain them; other responses do not.
 */
export const IDENTITY_FIELDS: readonly RecordField[] = [
  editorField(FIELDS.uid, english("field.uid"), OF_UID, readUid),
  editorField(FIELDS.relatedTo, english("field.related"), OF_UID, readUid),
  editorField(
    FIELDS.sequence,
    english("field.sequence"),
    { type: "integer", minimum: 0, maximum: MAX_SEQUENCE },
    readSequence,
  ),
];

/**
 * True if the times, recurrence, venue or cancellation of the event changed. SEQUENCE must then increase, so
 * that calendar programs notify their users (RFC 5546, 2.1.4).
 */
export const isSignificant = (before: CalendarEvent, after: CalendarEvent): boolean =>
  JSON.stringify(scheduleValues(before)) !== JSON.stringify(scheduleValues(after));

const scheduleValues = ({
  schedule,
  recurrence,
  venueId,
  eventStatus,
}: CalendarEvent): readonly unknown[] => [
  ...[schedule.start, schedule.end, schedule.utcStart, schedule.utcEnd, schedule.allDay],
  ...[recurrence?.rules ?? [], recurrence?.dates ?? [], recurrence?.except ?? []],
  ...[venueId ?? 0, eventStatus === "cancelled"],
];
