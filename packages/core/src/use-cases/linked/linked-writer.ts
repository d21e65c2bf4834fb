import {
  adjustmentsAt,
  MAX_ADJUSTMENTS,
  type NoteAdjustment,
  noteCleaned,
  type ValueAdjustment,
} from "../../adjustment.ts";
import { CalendarError, invalidParameter, problemAt } from "../../errors.ts";
import { hasExternalId } from "../../model/external-id.ts";
import { isSameJson } from "../../model/json.ts";
import { modifiedAt } from "../../model/publication.ts";
import type { SiteSettings } from "../../model/site.ts";
import { encodeQuotes } from "../../model/text/plain-text.ts";
import type {
  Parameter,
  ParameterContext,
  Parameters,
  ParameterValues,
  Resolution,
} from "../../parameter.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { computeIn } from "../../unit-of-work/computing.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import { requireImage, withImage } from "../images/image-intake.ts";
import type { PostFields } from "../posts/post-fields.ts";
import { saveWithFreeSlug, slugFor } from "../posts/post-slug.ts";
import { withSentExternalIds } from "../posts/resolve-external-ids.ts";
import { type ResolvePublication, readDate, toAuthor } from "../posts/resolve-publication.ts";
import type { Texts } from "../posts/texts.ts";
import { leaveTrash } from "../posts/trash.ts";
import { SHARED_MEMBERS } from "./differing-fields.ts";
import type { LinkedDraft, LinkedKind, LinkedRecord, SharedValues } from "./linked-kind.ts";
import { findNamesake } from "./namesake.ts";

/**
 * Functions that write venues or organizers. Call functions with a parameter `unit` inside that unit's
 * transaction.
 */
export interface LinkedWriter<R extends LinkedRecord, Details> {
  /** Positions of files in the data of a record inside an event, as in `Parameter.files`. */
  readonly files: readonly (readonly string[])[];
  /**
   * Converts validated values to a draft. Throws `rest_invalid_param` if the values contradict each other.
   */
  toDraft(values: ParameterValues, note: NoteAdjustment): LinkedDraft<Details>;
  /**
   * Validates the data of a venue or organizer inside an event. It runs the same validators as for a new
   * record, but does not check declared types. Problems contain the name of the field.
   * Source: rules/events.md#linked-inline.
   */
  resolveInline(
    raw: Readonly<Record<string, unknown>>,
    context: ParameterContext,
  ): Promise<Resolution<LinkedDraft<Details>>>;
  /**
   * Returns adjustments for unknown names in the data of a record inside an event. A name is unknown if it is
   * neither a field nor a member of responses.
   */
  unknownIn(raw: Readonly<Record<string, unknown>>): readonly ValueAdjustment[];
  /**
   * Stores a new record, or reuses the existing record with the same name.
   * A reused record gets the details, image and plugin fields that were sent, if the actor may edit it. Its
   * modification date changes only if these values change.
   * Throws `rest_forbidden`, `rest_cannot_edit_others` or `could-not-create-...`.
   * Source: rules/venues-organizers.md#create-linked, rules/venues-organizers.md#reuse-keeps.
   */
  createOrReuse(
    draft: LinkedDraft<Details, number>,
    actor: Actor,
    unit: WriteUnit,
    note: NoteAdjustment,
  ): Promise<R>;
  /** Updates a record. Source: rules/venues-organizers.md#update-linked. */
  update(
    current: R,
    draft: LinkedDraft<Details, number>,
    actor: Actor,
    unit: WriteUnit,
    note: NoteAdjustment,
  ): Promise<R>;
}

interface LinkedWriterDeps {
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly texts: Texts;
  readonly resolvePublication: ResolvePublication;
  readonly extensions: RecordExtensions | undefined;
  /** Parameters for a new record, without the parameters that plugins add. */
  readonly own: Parameters;
  readonly fields: PostFields;
}

export const createLinkedWriter = <R extends LinkedRecord, Details>(
  kind: LinkedKind<R, Details>,
  { postStatuses, clock, site, texts, resolvePublication, extensions, own, fields }: LinkedWriterDeps,
): LinkedWriter<R, Details> => {
  const parameters = { ...own, ...fields.added.new };

  const descriptionOf = async (
    { description: sent }: Pick<LinkedDraft<Details>, "description">,
    actor: Actor,
    unit: WriteUnit,
    note: NoteAdjustment,
  ): Promise<string | undefined> =>
    sent === undefined
      ? undefined
      : texts.computeHtml({ parameter: "description", sent, actor, note }, computeIn(unit));
  const draftOf = (values: ParameterValues, note: NoteAdjustment): LinkedDraft<Details> => {
    // The type is safe, because the parameters of this kind have parsed the values.
    const { author, date, date_utc, description, status, image, external_ids } = values as SharedValues;
    const details = kind.toDetails(values, texts);
    for (const [name, member] of Object.entries(kind.members)) {
      const sent = values[name];
      const stored = details[member as keyof Details];
      if (typeof sent === "string" && typeof stored === "string") {
        noteCleaned(note, name, { sent: name === "website" ? encodeQuotes(sent) : sent, stored });
      }
    }
    const name = values[kind.name] as string | undefined;
    const sent = { author, date, date_utc, description, status, image, external_ids };
    return { ...sent, name, details, fields: values };
  };

  /** Returns the record with the image, details and plugin fields of a draft. */
  const fill = (record: R, { image, details, fields: sent }: LinkedDraft<Details, number>): R => {
    const detailed = kind.withDetails(record, details);
    const written = extensions && { extensions: extensions.write(kind.name, record.extensions, sent) };
    return withImage({ ...detailed, ...written }, image);
  };

  /** Changes an existing record to the values of a draft. It writes nothing if the values are the same. */
  const reuse = async (
    found: R,
    draft: LinkedDraft<Details, number>,
    unit: WriteUnit,
    note: NoteAdjustment,
  ): Promise<R> => {
    const filled = fill(found, draft);
    if (isSameJson(filled, found)) return found;
    const modified = { ...filled, ...modifiedAt(clock.now(), site.timezone) };
    const changed = await kind.amended(unit, modified, found, note);
    if (await kind.repositoryOf(unit).save(changed)) return changed;
    throw new Error(`${kind.name} ${found.id} cannot keep its slug.`);
  };

  const save = (record: R, amend: (record: R) => Promise<R>, unit: WriteUnit): Promise<R> =>
    saveWithFreeSlug(kind.repositoryOf(unit), record, amend, {
      always: true,
      isReserved: async (slug) => (await unit.merges.targetOfSlug(kind.name, slug)) !== undefined,
    });

  const insert = async (
    name: string,
    description: string,
    draft: LinkedDraft<Details, number>,
    actor: Actor,
    unit: WriteUnit,
    note: NoteAdjustment,
  ): Promise<R> => {
    const publication = resolvePublication(draft, actor, note);
    const id = await unit.ids.next("record");
    const post = {
      ...publication,
      id,
      slug: slugFor(name, id),
      description,
      excerpt: "",
      lineage: [],
      extensions: {},
    };
    const record = withSentExternalIds(fill(kind.blank(post, name), draft), draft, actor);
    const amendNew = (record: R): Promise<R> => kind.amended(unit, record, undefined, note);
    return save(record, amendNew, unit);
  };

  /**
   * Reports the values in a request that a reused record does not get. If the actor may edit the record, it
   * gets the details, image and plugin fields that were sent. Only values that differ from the record are
   * reported.
   */
  const noteIgnored = (
    draft: LinkedDraft<Details, number>,
    { kept, wanted: filled }: { readonly kept: R; readonly wanted: R },
    note: NoteAdjustment,
  ): void => {
    const { date, date_utc: dateUtc, status, author } = draft;
    const now = clock.now();
    const wanted = {
      ...filled,
      status,
      author,
      date: date === undefined ? undefined : readDate("date", date, site.timezone, now, note),
      dateUtc: dateUtc === undefined ? undefined : readDate("date_utc", dateUtc, "UTC", now, note),
    };
    for (const [name, member] of Object.entries({
      ...SHARED_MEMBERS,
      ...kind.members,
      [kind.name]: "name",
    })) {
      const isKept = isSameJson(wanted[member as keyof R], kept[member as keyof R]);
      if (draft.fields[name] !== undefined && !isKept) note(name, "record-reused");
    }
    if (draft.external_ids?.some((id) => !hasExternalId(kept, id))) note("external_ids", "record-reused");
    if (isSameJson(filled.extensions, kept.extensions)) return;
    for (const name of Object.keys(fields.added.new)) {
      if (draft.fields[name] !== undefined) note(name, "record-reused");
    }
  };

  return {
    files: Object.entries(parameters).flatMap(([name, { files = [] }]) =>
      files.map((keys) => [name, ...keys]),
    ),

    toDraft(values, note) {
      const found = kind.problemAmong(values);
      if (found !== undefined) throw invalidParameter(found.name, found.problem);
      return draftOf(values, note);
    },

    unknownIn: (raw) =>
      Object.keys(raw)
        .filter((name) => !Object.hasOwn(parameters, name) && !fields.shown.has(name))
        .slice(0, MAX_ADJUSTMENTS)
        .map((name) => ({ reason: "unknown-parameter", at: `[${name}]` })),

    async resolveInline(raw, context) {
      const values: Record<string, unknown> = {};
      const adjustments: ValueAdjustment[] = [];
      for (const [name, parameter] of Object.entries(parameters)) {
        const { required, resolve } = parameter;
        const value = Object.hasOwn(raw, name) ? numberAsText(raw[name], parameter) : undefined;
        if (value === undefined || (value === null && parameter.nullable !== true)) {
          if (required === true) return { problem: { reason: "missing", at: `[${name}]` } };
          continue;
        }
        const resolution = resolve === undefined ? { value } : await resolve(value, context);
        if (!("value" in resolution)) return { problem: problemAt(resolution.problem, `[${name}]`) };
        values[name] = resolution.value;
        adjustments.push(...adjustmentsAt(resolution.adjustments, `[${name}]`));
      }
      const found = kind.problemAmong(values);
      if (found !== undefined) return { problem: problemAt(found.problem, `[${found.name}]`) };
      const draft = draftOf(values, (name, reason) => adjustments.push({ reason, at: `[${name}]` }));
      return { value: draft, adjustments };
    },

    async createOrReuse(draft, actor, unit, note) {
      if (!can(actor, "edit")) throw new CalendarError("rest_forbidden");
      toAuthor(draft.author, actor);
      await requireImage(draft.image, unit);
      const name = texts.name(draft.name ?? "", actor);
      if (name === "") throw new CalendarError(`could-not-create-${kind.name}`);
      texts.noteHtml(note, kind.name, { sent: draft.name ?? "", stored: name });
      const description = (await descriptionOf(draft, actor, unit, note)) ?? "";
      const named = { name, description: description === "" ? undefined : description };
      const found =
        draft.isDistinct !== true
          ? await findNamesake(kind.repositoryOf(unit), named, postStatuses, actor)
          : undefined;
      if (found === undefined) return insert(name, description, draft, actor, unit, note);
      const kept = postStatuses.canEdit(found, actor) ? await reuse(found, draft, unit, note) : found;
      noteIgnored(draft, { kept, wanted: { ...fill(found, draft), name, description } }, note);
      return kept;
    },

    async update(current, draft, actor, unit, note) {
      const name = draft.name === undefined ? current.name : texts.name(draft.name, actor);
      if (draft.name !== undefined) texts.noteHtml(note, kind.name, { sent: draft.name, stored: name });
      if (name === "") throw invalidParameter(kind.name, { reason: "empty" });
      await requireImage(draft.image, unit);
      const publication = resolvePublication(draft, actor, note, current);
      const description = await descriptionOf(draft, actor, unit, note);
      const restored = leaveTrash(current, publication.status);
      const changed = fill(
        {
          ...withSentExternalIds(restored, draft, actor, current),
          ...publication,
          name,
          ...(description !== undefined && { description }),
          ...(restored.slug === "" && { slug: slugFor(name, current.id) }),
        },
        draft,
      );
      const amendChanged = (record: R): Promise<R> => kind.amended(unit, record, current, note);
      return save(changed, amendChanged, unit);
    },
  };
};

/**
 * Converts a number to text if the parameter is an optional text, for example a postal code. Zero stays a
 * number, because it counts as empty. A number for the required parameter (the name) also stays a number, so
 * that it is refused later.
 */
const numberAsText = (value: unknown, { type, required }: Parameter): unknown =>
  typeof value === "number" && value !== 0 && type === "string" && required !== true ? String(value) : value;

/** Stores or fetches the image of a draft. Returns the draft with the id of the image. */
export const resolveDraft = async <Details>(
  draft: LinkedDraft<Details>,
  resolveImage: (choice: LinkedDraft<Details>["image"]) => Promise<number | null | undefined>,
): Promise<LinkedDraft<Details, number>> => ({ ...draft, image: await resolveImage(draft.image) });
