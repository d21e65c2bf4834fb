import { adjustmentsAt, type NoteAdjustment, notesWithin, type ValueAdjustment } from "../../adjustment.ts";
import { invalidParameter, type ProblemReason, problemAt, problemsWithin } from "../../errors.ts";
import { isObject, type JsonSchema } from "../../model/json.ts";
import type { Organizer } from "../../model/organizer.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { Venue } from "../../model/venue.ts";
import type { Parameter, ParameterContext, Resolution } from "../../parameter.ts";
import type { ImageChoice } from "../../parameters/image.ts";
import { maxListEntries, toListEntries } from "../../parameters/lists.ts";
import { findWithMerged } from "../../parameters/merged-ids.ts";
import { refuse, toPositiveInteger } from "../../parameters/scalars.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import { differingFields } from "../linked/differing-fields.ts";
import type { LinkedDraft, LinkedKind, LinkedRecord } from "../linked/linked-kind.ts";
import type { LinkedWriter } from "../linked/linked-writer.ts";
import { ORGANIZER, type OrganizerDetails } from "../organizers/organizer-kind.ts";
import { VENUE, type VenueDetails } from "../venues/venue-kind.ts";

/** Object in a request, with unvalidated members. */
type Data = Readonly<Record<string, unknown>>;

/**
 * Reference of an event to a venue or organizer. It is the id of an existing record, with or without other
 * data, or the values of a record to create or reuse.
 * `at` is the position in the parameter's value, such as `[1]`; `""` for the complete value.
 */
export type Reference<Details, Image = ImageChoice> = { readonly at: string } & (
  | { readonly id: number; readonly data?: Data }
  | { readonly draft: LinkedDraft<Details, Image> }
);
export type VenueReference<Image = ImageChoice> = Reference<VenueDetails, Image>;
export type OrganizerReference<Image = ImageChoice> = Reference<OrganizerDetails, Image>;

/** Parameters `venue` and `organizer` of an event. */
export interface LinkedFields {
  readonly venue: Parameter<readonly VenueReference[] | undefined>;
  readonly organizer: Parameter<readonly OrganizerReference[] | undefined>;
}

interface EventLinksDeps {
  readonly store: Repositories;
  readonly postStatuses: PostStatuses;
  readonly site: SiteSettings;
  readonly venues: LinkedWriter<Venue, VenueDetails>;
  readonly organizers: LinkedWriter<Organizer, OrganizerDetails>;
}

/**
 * Returns the ids of the referenced records, in the same order and without duplicates. For a reference
 * without an id, it creates a record or reuses one: see `LinkedWriter.createOrReuse`. Call it inside a
 * transaction.
 * Throws the errors of `createOrReuse`, and `rest_invalid_param` if a referenced record no longer exists.
 */
type Link<Details> = (
  references: readonly Reference<Details, number>[],
  actor: Actor,
  unit: WriteUnit,
  note: NoteAdjustment,
) => Promise<readonly number[]>;

/** Parameters and functions that link events to venues and organizers. */
export interface EventLinks {
  readonly fields: LinkedFields;
  readonly venueIds: Link<VenueDetails>;
  readonly organizerIds: Link<OrganizerDetails>;
}

/**
 * Creates the parameters and functions that link events to venues and organizers. Source:
 * rules/events.md#linked-shapes.
 */
export const createEventLinks = (deps: EventLinksDeps): EventLinks => {
  const { venues, organizers } = deps;
  return {
    fields: {
      venue: references(VENUE, venues, deps, "parameter.event.venue"),
      organizer: references(ORGANIZER, organizers, deps, "parameter.event.organizer"),
    },
    venueIds: createLink(VENUE, venues),
    organizerIds: createLink(ORGANIZER, organizers),
  };
};

const references = <R extends LinkedRecord, Details>(
  kind: LinkedKind<R, Details>,
  writer: LinkedWriter<R, Details>,
  { store, site, postStatuses }: EventLinksDeps,
  description: string,
): Parameter<readonly Reference<Details>[] | undefined> => ({
  description,
  default: null,
  documented: {
    type: "array",
    items: { type: "integer" },
    maxItems: maxListEntries(site),
    example: kind.name === "venue" ? EXAMPLE_VENUE : EXAMPLE_ORGANIZERS,
    body: { anyOf: [...entry(kind.name), { type: "array", items: { anyOf: entry(kind.name) } }] },
  },
  // A file may be a field of a single record, or of a record in a list.
  files: writer.files.flatMap((keys) => [keys, ["*", ...keys]]),
  resolve: async (raw, context): Promise<Resolution<readonly Reference<Details>[]>> => {
    const maximum = maxListEntries(site);
    const entries = Array.isArray(raw) ? raw : [raw];
    if (entries.length > maximum) return refuse("too-many", { maximum });
    const found: Reference<Details>[] = [];
    const adjustments: ValueAdjustment[] = [];
    const placeOf = (index: number): string => (Array.isArray(raw) ? `[${index}]` : "");
    // References are resolved in parallel, so that slow image checks do not add up.
    const resolutions = await Promise.all(
      entries.map((entry, index) =>
        toReferences(entry, placeOf(index), `unknown-${kind.name}`, maximum, writer, context),
      ),
    );
    for (const [index, resolution] of resolutions.entries()) {
      const at = placeOf(index);
      if (!("value" in resolution)) return { problem: problemAt(resolution.problem, at) };
      found.push(...resolution.value);
      adjustments.push(...adjustmentsAt(resolution.adjustments, at));
    }
    if (kind.name === "venue" && found.length > 1) adjustments.push({ reason: "first-of-several" });
    if (found.length > maximum) return refuse("too-many", { maximum });
    if (!context.mayLookUp) return { value: found };
    // A record that the caller may not read is treated like a missing one (rules/events.md#linked-unknown).
    const known = await knownRecords(kind, found, store, (record) =>
      postStatuses.canRead(record, context.actor),
    );
    const unknown = found.find((reference) => "id" in reference && !known.has(reference.id));
    if (unknown !== undefined) return { problem: problemAt({ reason: `unknown-${kind.name}` }, unknown.at) };
    for (const reference of found) {
      const record = "id" in reference ? known.get(reference.id) : undefined;
      if (!("data" in reference) || record === undefined) continue;
      const fields = differingFields(kind, record, reference.data ?? {});
      adjustments.push(
        ...fields.map((name) => ({ reason: "linked-by-id", at: `${reference.at}[${name}]` }) as const),
      );
    }
    return { value: found, adjustments };
  },
});

const EXAMPLE_VENUE = { venue: "Pier Nine Hall", city: "Genova" } as const;
const EXAMPLE_ORGANIZERS = [{ organizer: "Blue Note Society" }] as const;

/** Returns the JSON Schemas of one entry: an id, a comma-separated list of ids, or the data of a record. */
const entry = (kind: "venue" | "organizer"): readonly JsonSchema[] => [
  { type: ["integer", "string", "null"] },
  {
    type: "object",
    description: `parameter.event.${kind}.data`,
    properties: { id: { type: ["integer", "string"] }, [kind]: { type: "string" } },
    additionalProperties: true,
  },
];

/**
 * Parses one entry of the list. An entry can itself be a comma-separated list. Zeros and blanks are ignored.
 */
const toReferences = async <R extends LinkedRecord, Details>(
  entry: unknown,
  at: string,
  unknown: ProblemReason,
  maximum: number,
  writer: LinkedWriter<R, Details>,
  context: ParameterContext,
): Promise<Resolution<readonly Reference<Details>[]>> => {
  if (isObject(entry)) {
    const adjustments = writer.unknownIn(entry);
    if (!isEmpty(entry.id)) {
      const reference = idReference(entry.id, at, unknown);
      if (!("value" in reference)) return reference;
      return { value: reference.value.map((linked) => ({ ...linked, data: entry })), adjustments };
    }
    const draft = await writer.resolveInline(entry, context);
    if (!("value" in draft)) return draft;
    return {
      value: [{ at, draft: draft.value }],
      adjustments: [...(draft.adjustments ?? []), ...adjustments],
    };
  }
  if (Array.isArray(entry)) return refuse("not-a-scalar");
  const pieces = toListEntries(entry, maximum);
  if (!("value" in pieces)) return pieces;
  const found: Reference<Details>[] = [];
  for (const piece of pieces.value) {
    if (isEmpty(piece)) continue;
    const reference = idReference(piece, at, unknown);
    if (!("value" in reference)) return reference;
    found.push(...reference.value);
  }
  return { value: found };
};

const isEmpty = (id: unknown): boolean =>
  id === undefined || id === null || id === "" || id === 0 || id === "0";

const idReference = (
  raw: unknown,
  at: string,
  reason: ProblemReason,
): Resolution<readonly { readonly at: string; readonly id: number }[]> => {
  const id = toPositiveInteger(raw);
  return id === undefined ? refuse(reason) : { value: [{ at, id }] };
};

/**
 * Returns the referenced records that exist and for which `counts` returns true, by the id in the reference.
 */
const knownRecords = async <R extends LinkedRecord, Details>(
  kind: LinkedKind<R, Details>,
  references: readonly Reference<Details, unknown>[],
  repositories: Repositories,
  counts: (record: R) => boolean = () => true,
): Promise<ReadonlyMap<number, R>> => {
  const ids = references.flatMap((reference) => ("id" in reference ? [reference.id] : []));
  if (ids.length === 0) return new Map();
  const found = await findWithMerged(kind.repositoryOf(repositories), repositories.merges, [kind.name], ids);
  return new Map([...found].filter(([, record]) => counts(record)));
};

const createLink =
  <R extends LinkedRecord, Details>(
    kind: LinkedKind<R, Details>,
    writer: LinkedWriter<R, Details>,
  ): Link<Details> =>
  async (all, actor, unit, note) => {
    const known = await knownRecords(kind, all, unit);
    const ids: number[] = [];
    for (const reference of all) {
      if ("draft" in reference) {
        const { draft, at } = reference;
        const notes = notesWithin(note, kind.name + at);
        const write = () => writer.createOrReuse(draft, actor, unit, notes);
        ids.push((await problemsWithin(kind.name, at, write)).id);
        continue;
      }
      const record = known.get(reference.id);
      // The record existed when the request was validated, and was removed since then.
      if (record === undefined)
        throw invalidParameter(kind.name, problemAt({ reason: `unknown-${kind.name}` }, reference.at));
      ids.push(record.id);
    }
    return [...new Set(ids)];
  };
