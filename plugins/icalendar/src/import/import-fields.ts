import type { CalendarEvent, JsonObject, RecordField } from "@kalends/core/plugin";
import { PLUGIN } from "../fields.ts";
import { english } from "../texts.ts";

/** Names of the fields that an import stores with an event, in addition to its UID. */
export const IMPORT_FIELDS = {
  /** State of the event at its last import; a hidden field. */
  imported: "ical_imported",
  /** Id of the subscription, on events that earlier versions imported. Now the origin of an event has it. */
  formerSource: "ical_source",
} as const;

/** State of an event at its last import. */
export type Imported = {
  readonly sequence: number;
  /** LAST-MODIFIED, in UTC. */
  readonly modified?: string;
  /** Digest of the imported content; `""` if not all of it was written. */
  readonly digest: string;
  /**
   * True if the recurrence was stored as in the source. Earlier versions may have moved it along with the
   * start; then this is absent.
   */
  readonly isAbsolute?: true;
  /**
   * Names of values that the source set in single occurrences. If the source omits them later, the occurrence
   * gets the values of its series back.
   */
  readonly followed?: readonly string[];
  /**
   * True if the event was trashed or cancelled because the source no longer has it, or excludes all its
   * dates.
   */
  readonly vanished?: true;
  /**
   * True if the event was created in this calendar and an import changed it on request (`own=update`). The
   * import does not own it.
   */
  readonly isNative?: true;
};

/**
 * Secret of this process that marks values as coming from an import. Requests and files cannot contain it.
 */
const PROOF = crypto.randomUUID();

/** Returns the value in the form that the parameter `ical_imported` accepts. */
export const toImportedField = (imported: Imported): JsonObject => ({ ...imported, proof: PROOF });

const withoutProof = (raw: unknown): JsonObject | undefined => {
  if (typeof raw !== "object" || raw === null) return undefined;
  const { proof, ...imported } = raw as JsonObject;
  return proof === PROOF ? imported : undefined;
};

/** Hidden field by which imports decide whether they may change an event. Only imports can write it. */
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

/** Returns the origin of events that an import creates. `subscription`: id of the subscription. */
export const originOf = (subscription: string | undefined): NonNullable<CalendarEvent["origin"]> => ({
  importer: PLUGIN,
  ...(subscription !== undefined && { subscription }),
});

/** Returns the id of the subscription that the event comes from. */
export const sourceOf = ({ extensions, origin }: WithOrigin): string | undefined => {
  if (origin !== undefined) return origin.importer === PLUGIN ? origin.subscription : undefined;
  const source = extensions[PLUGIN]?.[IMPORT_FIELDS.formerSource];
  return typeof source === "string" ? source : undefined;
};

/**
 * True if no iCalendar import created the event. Imports of earlier versions stored no origin. Their events
 * are recognized by the import state, which only imports write.
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
