import type { CalendarEvent, JsonObject, WriteHook } from "@kalends/core/plugin";
import { externalIdsWith, FIELDS, fieldsOf, isFoundBy, PLUGIN } from "../fields.ts";
import { IMPORT_FIELDS } from "../import/import-fields.ts";
import { isSignificant } from "./identity-fields.ts";

/**
 * Creates the write hook for UID and SEQUENCE. It gives new events a UID and increases SEQUENCE on
 * significant changes. Events that are older than the plugin get their UID from a job. `provisional` returns
 * the UID that feeds show until then.
 */
export const createIdentityHook = (provisional: (id: number) => string): WriteHook => ({
  beforeSave({ kind, record, before, splitFrom }) {
    if (kind !== "event") return undefined;
    const sent = record.extensions[PLUGIN] ?? {};
    const own = splitFrom === undefined ? sent : withoutImport(sent);
    const stored = (before ?? splitFrom)?.extensions[PLUGIN] ?? {};
    const identity = identityOf(record, { own, stored, before, splitFrom, provisional });
    const amended = { ...record, extensions: { ...record.extensions, [PLUGIN]: { ...own, ...identity } } };
    const { uid } = fieldsOf(amended);
    const isIdentified = uid === undefined || record.occurrence !== undefined || isFoundBy(record, uid);
    if (!isIdentified) {
      const former = before && fieldsOf(before).uid;
      return { ...amended, externalIds: externalIdsWith(record, uid, former) };
    }
    if (own === sent && Object.keys(identity).every((name) => own[name] === identity[name])) return undefined;
    return amended;
  },
});

/**
 * Returns the plugin data without the state of the last import, for a series that was split off. Such a
 * series is not in the imported calendar, so imports must not change it.
 */
const withoutImport = (own: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(own).filter(([name]) => !IMPORTED_NAMES.has(name)));

const IMPORTED_NAMES: ReadonlySet<string> = new Set(Object.values(IMPORT_FIELDS));

interface Known {
  readonly own: JsonObject;
  readonly stored: JsonObject;
  readonly before: CalendarEvent | undefined;
  readonly splitFrom: CalendarEvent | undefined;
  readonly provisional: (id: number) => string;
}

const identityOf = (event: CalendarEvent, known: Known): JsonObject => {
  const { own, stored, before, splitFrom, provisional } = known;
  if (splitFrom !== undefined) {
    const relatedTo = fieldsOf(splitFrom).uid ?? provisional(splitFrom.id);
    return { [FIELDS.uid]: crypto.randomUUID(), [FIELDS.sequence]: 0, [FIELDS.relatedTo]: relatedTo };
  }
  const sequence = { [FIELDS.sequence]: sequenceOf(event, known) };
  // Occurrences have no UID of their own; they use the UID of their series.
  if (event.occurrence !== undefined) return sequence;
  // A write that does not send UID or RELATED-TO keeps the stored values.
  const uid =
    own[FIELDS.uid] ?? stored[FIELDS.uid] ?? (before === undefined ? crypto.randomUUID() : undefined);
  const relatedTo = own[FIELDS.relatedTo] ?? stored[FIELDS.relatedTo];
  return {
    ...(uid !== undefined && { [FIELDS.uid]: uid }),
    ...(relatedTo !== undefined && { [FIELDS.relatedTo]: relatedTo }),
    ...sequence,
  };
};

const sequenceOf = (event: CalendarEvent, { own, stored, before }: Known): number => {
  const [sent, known] = [own[FIELDS.sequence], Number(stored[FIELDS.sequence] ?? 0)];
  if (sent !== undefined && sent !== null && sent !== stored[FIELDS.sequence]) return Number(sent);
  return before !== undefined && isSignificant(before, event) ? known + 1 : known;
};
