import type { CalendarEvent, JsonObject, RecordField } from "@kalends/core/plugin";
import { PLUGIN } from "../fields.ts";
import { english } from "../texts.ts";

/** Names of the fields that an import stores with an event, besides the UID. */
export const IMPORT_FIELDS = {
  /** Hidden field with the state of the event at its last import. */
  imported: "ical_imported",
  /**
   * Field with the id of the subscription. Only earlier versions wrote it; now the origin of an event
   * contains the id.
   */
  formerSource: "ical_source",
} as const;

/** State of an event at its last import. The next import compares the calendar file with it. */
export type Imported = {
  readonly sequence: number;
  /** LAST-MODIFIED of the component, in UTC. */
  readonly modified?: string;
  /**
   * Digest of the imported content. Empty if the import was interrupted before all of it was written, or if
   * `vanished` is true.
   */
  readonly digest: string;
  /**
   * True if the dates of the recurrence were stored as the source has them. Earlier versions may have moved
   * them along with the start; they did not set this member.
   */
  readonly isAbsolute?: true;
  /**
   * Names of values that the source set for single occurrences. If the source later omits such a value, the
   * occurrence gets the value of its series again.
   */
  readonly followed?: readonly string[];
  /**
   * True if an import moved the event to the trash or cancelled it. The source then no longer contains the
   * event, or excludes all of its dates.
   */
  readonly vanished?: true;
  /**
   * True if the event was created in this calendar and a user asked the import to change it (`own=update`).
   * Such an event still does not belong to an import.
   */
  readonly isNative?: true;
};

/**
 * Random secret of this process. Values that contain it come from an import, because requests and files
 * cannot know it.
 */
const PROOF = crypto.randomUUID();

/** Adds the secret of this process, without which the parameter `ical_imported` refuses the value. */
export const toImportedField = (imported: Imported): JsonObject => ({ ...imported, proof: PROOF });

const withoutProof = (raw: unknown): JsonObject | undefined => {
  if (typeof raw !== "object" || raw === null) return undefined;
  const { proof, ...imported } = raw as JsonObject;
  return proof === PROOF ? imported : undefined;
};

/**
 * Hidden field with the state of the last import. Imports use it to decide if they may change an event. Only
 * imports can write it.
 */
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

type WithOrigin = Pick<CalendarEvent, "extensions" | "origin" | "isDetached">;

/** Returns the origin to store with imported events. `subscription` is the id of the subscription, if any. */
export const originOf = (subscription: string | undefined): NonNullable<CalendarEvent["origin"]> => ({
  importer: PLUGIN,
  ...(subscription !== undefined && { subscription }),
});

/**
 * Returns the id of the subscription that imported the event. Returns `undefined` if there is none, or if the
 * event was detached from it.
 */
export const sourceOf = ({ extensions, origin, isDetached }: WithOrigin): string | undefined => {
  if (isDetached === true) return undefined;
  if (origin !== undefined) return origin.importer === PLUGIN ? origin.subscription : undefined;
  const source = extensions[PLUGIN]?.[IMPORT_FIELDS.formerSource];
  return typeof source === "string" ? source : undefined;
};

/**
 * True if the event was not created by an iCalendar import, or was detached from it. Earlier versions stored
 * no origin with imported events. Events of those versions are recognized by the state of the import.
 */
export const isNative = (event: WithOrigin): boolean => {
  if (event.isDetached === true) return true;
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
