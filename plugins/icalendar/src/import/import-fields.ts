import { type CalendarEvent, can, type JsonObject, type RecordField } from "@kalends/core/plugin";
import { PLUGIN } from "../fields.ts";

/** What an import keeps with an event besides its UID; hidden fields. */
export const IMPORT_FIELDS = {
  /** The id of the subscription that it is from. */
  source: "ical_source",
  /** As it was when it was taken over last. */
  imported: "ical_imported",
} as const;

/** What was taken over last. */
export interface Imported {
  readonly sequence: number;
  /** LAST-MODIFIED, in UTC. */
  readonly modified?: string;
  /** Of what it said; `""`: not all of it was written. */
  readonly digest: string;
  /** It was in its subscription no more, and was trashed or cancelled for that. */
  readonly vanished?: true;
}

/** For those who may change the events of others alone: a source may be written to by nobody else, and may change what is its own. */
const ofImports = (description: string, type: "string" | undefined): RecordField => ({
  record: "event",
  name: type === undefined ? IMPORT_FIELDS.imported : IMPORT_FIELDS.source,
  hidden: true,
  parameter: {
    description,
    ...(type !== undefined && { documented: { type } }),
    resolve: (raw, { actor }) =>
      can(actor, "edit_others", "edit_published") && isFitting(raw, type)
        ? { value: raw }
        : { problem: { reason: "not-acceptable" } },
  },
});

const isFitting = (raw: unknown, type: "string" | undefined): raw is string | JsonObject =>
  type === "string"
    ? typeof raw === "string" && raw.length <= 100
    : typeof raw === "object" && raw !== null && JSON.stringify(raw).length <= 1_000;

export const SOURCE_DESCRIPTION = "The subscription that the event is from; set by imports.";
export const IMPORTED_DESCRIPTION = "What an import has taken over last; set by imports.";

export const IMPORT_RECORD_FIELDS: readonly RecordField[] = [
  ofImports(SOURCE_DESCRIPTION, "string"),
  ofImports(IMPORTED_DESCRIPTION, undefined),
];

export const sourceOf = ({ extensions }: Pick<CalendarEvent, "extensions">): string | undefined => {
  const source = extensions[PLUGIN]?.[IMPORT_FIELDS.source];
  return typeof source === "string" ? source : undefined;
};

export const importedOf = ({ extensions }: Pick<CalendarEvent, "extensions">): Imported | undefined => {
  const imported = extensions[PLUGIN]?.[IMPORT_FIELDS.imported];
  if (typeof imported !== "object" || imported === null || Array.isArray(imported)) return undefined;
  // Nobody but the import writes it, and checks it no more than that.
  const { sequence, digest } = imported as Partial<Imported>;
  return typeof sequence === "number" && typeof digest === "string"
    ? (imported as unknown as Imported)
    : undefined;
};
