import type { CalendarEvent, JsonObject, RecordField, RecordOrigin } from "@kalends/core/plugin";
import { PLUGIN } from "../fields.ts";
import { english } from "../texts.ts";

/** Fields that an import keeps with an event besides its UID. */
export const IMPORT_FIELDS = {
  /** The event as it was when it was taken over last; a hidden field. */
  imported: "ical_imported",
  /** Id of the subscription, of events that earlier versions imported. The origin of the event replaces it. */
  formerSource: "ical_source",
} as const;

/** What was taken over last. */
export type Imported = {
  readonly sequence: number;
  /** LAST-MODIFIED, in UTC. */
  readonly modified?: string;
  /** Of what it said; `""`: not all of it was written. */
  readonly digest: string;
  /** Its recurrence is as its source says it; absent: an earlier version of imports may have moved it along with its start. */
  readonly isAbsolute?: true;
  /** Values that its source says of single occurrences: where it does not say them any more, they are those of the series again. */
  readonly followed?: readonly string[];
  /** Its source had it no more, or none of its dates, and it was trashed or cancelled for that. */
  readonly vanished?: true;
  /** The event was made in this calendar: an import has changed it by request (`own=update`), and does not own it. */
  readonly isNative?: true;
};

/** Proves that a value comes from an import of this process: requests and files cannot contain it. */
const PROOF = crypto.randomUUID();

/** The value as the parameter `ical_imported` accepts it. */
export const toImportedField = (imported: Imported): JsonObject => ({ ...imported, proof: PROOF });

const withoutProof = (raw: unknown): JsonObject | undefined => {
  if (typeof raw !== "object" || raw === null) return undefined;
  const { proof, ...imported } = raw as JsonObject;
  return proof === PROOF ? imported : undefined;
};

/** Decides which import may change an event: only imports write it. */
export const IMPORT_RECORD_FIELDS: readonly RecordField[] = [
  {
    record: "event",
    name: IMPORT_FIELDS.imported,
    hidden: true,
    parameter: {
      description: english("field.imported"),
      resolve: (raw) => {
        const value = withoutProof(raw);
        return value === undefined ? { problem: { reason: "not-acceptable" } } : { value };
      },
    },
  },
];

type WithOrigin = Pick<CalendarEvent, "extensions" | "origin">;

/** Origin of the events that an import makes; `subscription`: its id. */
export const originOf = (subscription: string | undefined): RecordOrigin => ({
  importer: PLUGIN,
  ...(subscription !== undefined && { subscription }),
});

/** Id of the subscription that the event is from. */
export const sourceOf = ({ extensions, origin }: WithOrigin): string | undefined => {
  if (origin !== undefined) return origin.importer === PLUGIN ? origin.subscription : undefined;
  const source = extensions[PLUGIN]?.[IMPORT_FIELDS.formerSource];
  return typeof source === "string" ? source : undefined;
};

/**
 * True if no iCalendar import made the event. Imports of earlier versions stored no origin: their events have what was taken over
 * last, which only imports write.
 */
export const isNative = (event: WithOrigin): boolean => {
  if (event.origin !== undefined) return event.origin.importer !== PLUGIN;
  const imported = importedOf(event);
  return sourceOf(event) === undefined && (imported === undefined || imported.isNative === true);
};

export const importedOf = ({ extensions }: Pick<CalendarEvent, "extensions">): Imported | undefined => {
  const imported = extensions[PLUGIN]?.[IMPORT_FIELDS.imported];
  if (typeof imported !== "object" || imported === null || Array.isArray(imported)) return undefined;
  const { sequence, digest } = imported as Partial<Imported>;
  return typeof sequence === "number" && typeof digest === "string" ? (imported as Imported) : undefined;
};
