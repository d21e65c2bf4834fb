import type { NoteAdjustment } from "../../adjustment.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { without } from "../../model/members.ts";
import type { SiteSettings } from "../../model/site.ts";
import { toSlug } from "../../model/text/slug.ts";
import { isSameSchedule, type Schedule } from "../../model/time/schedule.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Actor } from "../../rights/actor.ts";
import { type Compute, computeIn } from "../../unit-of-work/computing.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import { requireImage } from "../images/image-intake.ts";
import { noteSlug, saveWithFreeSlug } from "../posts/post-slug.ts";
import { withSentExternalIds } from "../posts/resolve-external-ids.ts";
import type { ResolvePublication } from "../posts/resolve-publication.ts";
import { leaveTrash } from "../posts/trash.ts";
import type { PostWriting, Stored } from "../posts/write-post.ts";
import { amendOwnValues } from "../series/amend-own-values.ts";
import { reconcileOccurrences } from "../series/reconcile-occurrences.ts";
import {
  changedRecurrence,
  newRecurrence,
  recurrenceLimits,
  withRecurrence,
} from "../series/resolve-recurrence.ts";
import { assignTerms, termsByIds } from "../terms/write-terms.ts";
import { BLANK } from "./blank-event.ts";
import { type EventContent, wantedSlug } from "./event-content.ts";
import type { EventValues, NewEventValues } from "./event-fields.ts";
import { resolveImages } from "./event-images.ts";
import { changedSchedule, newSchedule } from "./event-schedule.ts";
import { withEventStatus } from "./event-status.ts";
import type { EventLinks } from "./linked-fields.ts";

interface EventWriterDeps {
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly extensions: RecordExtensions | undefined;
  readonly content: EventContent;
  readonly resolvePublication: ResolvePublication;
  readonly links: EventLinks;
}

/** Values of an update after the steps before the transaction, such as storing images. */
export interface ResolvedValues {
  readonly values: EventValues<number>;
  /** Title in its stored form; absent if it was not sent. */
  readonly title: string | undefined;
}

/** Values that replace the values of the request. */
interface OwnValues extends Pick<Partial<EventValues>, "slug" | "recurrence"> {
  readonly schedule?: Schedule;
  /** True if a recurrence that was sent does not move with the start; by default only for imports. */
  readonly isAbsolute?: true;
}

export interface EventWriter {
  /**
   * Stores a new event together with the new venues, organizers and terms in it. If one of these cannot be
   * stored, it stores nothing.
   * Source: rules/events.md#check-then-write.
   */
  create<Result>(
    values: NewEventValues,
    writing: PostWriting<CalendarEvent, Result>,
    compute: Compute,
  ): Promise<Result>;
  /**
   * Updates an event with the values that were sent, and creates new venues, organizers and terms in it, in
   * one transaction.
   * Source: rules/events.md#update-sent-fields-only, rules/events.md#update-in-trash.
   */
  update<Result>(
    values: EventValues,
    writing: PostWriting<CalendarEvent, Result>,
    currentIn: (unit: WriteUnit) => Promise<CalendarEvent>,
  ): Promise<Result>;
  /** Runs the first phase of an update: the steps that must run outside of the transaction. */
  resolve(values: EventValues, writing: PostWriting<CalendarEvent, unknown>): Promise<ResolvedValues>;
  /** Returns the event with these values, unsaved. Stores the new venues, organizers and terms in it. */
  change(
    current: CalendarEvent,
    resolved: ResolvedValues,
    actor: Actor,
    unit: WriteUnit,
    note: NoteAdjustment,
    own?: OwnValues,
  ): Promise<CalendarEvent>;
  /**
   * Stores an event under a free slug. The caller must then reconcile its occurrences. `splitFrom` is the
   * series before a split.
   */
  store(
    event: CalendarEvent,
    before: CalendarEvent | undefined,
    requestedSlug: string | undefined,
    actor: Actor,
    unit: WriteUnit,
    note: NoteAdjustment,
    splitFrom?: CalendarEvent,
  ): Promise<CalendarEvent>;
  /** Same as `store`, and reconciles the occurrences. */
  storeAll(...written: Parameters<EventWriter["store"]>): Promise<Stored<CalendarEvent>>;
}

export const createEventWriter = ({
  clock,
  site,
  extensions,
  content,
  resolvePublication,
  links,
}: EventWriterDeps): EventWriter => {
  const store: EventWriter["store"] = (event, before, requestedSlug, actor, unit, note, splitFrom) =>
    save(event, before, requestedSlug, actor, unit, note, { now: clock.now(), site, splitFrom });

  const storeAll: EventWriter["storeAll"] = async (event, before, slug, actor, unit, note) => {
    const record = await store(event, before, slug, actor, unit, note);
    const { isImport: isAbsolute } = unit;
    const { trashed } = await reconcileOccurrences(unit, {
      ...{ series: record, before, isAbsolute, now: clock.now(), site },
    });
    if (trashed.length > 0) note("recurrence", "occurrences-trashed");
    await amendOwnValues(unit, { series: record, before, now: clock.now(), site }, note);
    return { record, trashed };
  };

  const resolve: EventWriter["resolve"] = async (sent, writing) => {
    const { actor, note } = writing;
    const title = sent.title === undefined ? undefined : content.title(sent.title, actor, note);
    return { values: await resolveImages(sent, writing), title };
  };

  const change: EventWriter["change"] = async (
    current,
    { values: sent, title },
    actor,
    unit,
    note,
    own = {},
  ) => {
    const { schedule: given, isAbsolute = unit.isImport, ...otherValues } = own;
    const values = { ...sent, ...otherValues };
    const now = clock.now();
    const publication = resolvePublication(values, actor, note, current);
    const schedule = given ?? changedSchedule(current.schedule, values, site, now, note);
    const recurrence =
      current.occurrence === undefined
        ? await changedRecurrence(
            current,
            values.recurrence,
            schedule,
            recurrenceLimits(now, site),
            computeIn(unit),
            { isAbsolute },
          )
        : current.recurrence;
    const identified =
      current.occurrence === undefined ? withSentExternalIds(current, values, actor, current) : current;
    const changed = {
      ...withRecurrence(leaveTrash(identified, publication.status), recurrence),
      ...publication,
      ...(title !== undefined && { title }),
      schedule,
      ...(extensions && { extensions: extensions.write("event", current.extensions, values) }),
    };
    const eventWithStatus = withEventStatus(changed, values, now, note, current);
    const filled = await content.fill(eventWithStatus, values, actor, note, computeIn(unit));
    return link(filled, values, links, actor, unit, note);
  };

  return {
    resolve,
    change,
    store,
    storeAll,
    async create(sent, writing, compute) {
      const { actor, note } = writing;
      const now = clock.now();
      const schedule = newSchedule(sent, site, now, note);
      const publication = resolvePublication(sent, actor, note);
      const title = content.title(sent.title, actor, note);
      const recurrence = await newRecurrence(sent.recurrence, schedule, recurrenceLimits(now, site), compute);
      const blank = withSentExternalIds(
        { ...BLANK, ...publication, title, schedule, ...(recurrence && { recurrence }) },
        sent,
        actor,
      );
      // Images are fetched after all other checks, so that a refused request fetches none.
      const values = await resolveImages(sent, writing);
      const { website, ...rest } = values;
      const contentValues = { ...rest, website: website === "" ? undefined : website };
      const eventWithStatus = withEventStatus(blank, sent, clock.now(), note);
      const filled = {
        ...(await content.fill(eventWithStatus, contentValues, actor, note, compute)),
        extensions: extensions?.write("event", {}, sent) ?? {},
      };
      return writing.transact(async (unit, note) => {
        const linked = await link(filled, values, links, actor, unit, note);
        const id = await unit.ids.next("record");
        return storeAll({ ...linked, id }, undefined, values.slug, actor, unit, note);
      });
    },
    async update(sent, writing, currentIn) {
      const { actor } = writing;
      const resolved = await resolve(sent, writing);
      return writing.transact(async (unit, note) => {
        const current = await currentIn(unit);
        const changed = await change(current, resolved, actor, unit, note);
        return storeAll(changed, current, sent.slug, actor, unit, note);
      });
    },
  };
};

type Linked = Pick<CalendarEvent, "venueId" | "organizerIds" | "categoryIds" | "tagIds">;

/**
 * Links the event to the venue, organizers and terms that were sent, and creates missing ones. Other links
 * stay unchanged. Throws if the chosen image no longer exists, and the errors of `EventLinks`. Source:
 * rules/events.md#linked-shapes, rules/events.md#assign-terms.
 */
const link = async <E extends Linked>(
  event: E,
  { image, venue, organizer, categories, tags }: EventValues<number>,
  links: EventLinks,
  actor: Actor,
  unit: WriteUnit,
  note: NoteAdjustment,
): Promise<E> => {
  await requireImage(image, unit);
  const linkVenues = async () => venue && links.venueIds(venue, actor, unit, note);
  const linkOrganizers = async () => organizer && links.organizerIds(organizer, actor, unit, note);
  const findTerms = () => termsByIds([...(categories ?? []), ...(tags ?? [])], unit);
  const allExist = [...(venue ?? []), ...(organizer ?? [])].every((reference) => "id" in reference);
  // Look-ups run in parallel, because stores combine parallel look-ups. New records are created in turn,
  // ordered by id.
  const [venueIds, organizerIds, terms] = allExist
    ? await Promise.all([linkVenues(), linkOrganizers(), findTerms()])
    : [await linkVenues(), await linkOrganizers(), await findTerms()];
  // `resolveImages` has removed all venues after the first one.
  const venueId = venueIds === undefined ? event.venueId : venueIds[0];
  return {
    ...without<Linked, E>(event, "venueId"),
    ...(venueId !== undefined && { venueId }),
    ...(organizerIds && { organizerIds }),
    ...(categories !== undefined && {
      categoryIds: await assignTerms(categories, "category", terms, unit, note),
    }),
    ...(tags !== undefined && { tagIds: await assignTerms(tags, "tag", terms, unit, note) }),
  };
};

/** Stores the event under a free slug. Source: rules/events.md#slug-unique. */
const save = async (
  event: CalendarEvent,
  before: CalendarEvent | undefined,
  requestedSlug: string | undefined,
  actor: Actor,
  unit: WriteUnit,
  note: NoteAdjustment,
  {
    now,
    site,
    splitFrom,
  }: {
    readonly now: number;
    readonly site: SiteSettings;
    readonly splitFrom: CalendarEvent | undefined;
  },
): Promise<CalendarEvent> => {
  const wanted = withSlug(event, requestedSlug, actor);
  const saved = await saveWithFreeSlug(unit.events, wanted, async (record) => {
    const amended = await unit.amended({ kind: "event", record, before, splitFrom }, note);
    const { recurrence, schedule } = record;
    if (recurrence === undefined || isSameSchedule(amended.schedule, schedule)) return amended;
    const limits = recurrenceLimits(now, site);
    const { schedule: moved } = amended;
    return withRecurrence(
      amended,
      await changedRecurrence(record, undefined, moved, limits, computeIn(unit)),
    );
  });
  if (requestedSlug !== undefined) noteSlug(note, requestedSlug, saved.trashed?.slug ?? saved.slug);
  return saved;
};

/**
 * Returns the event with the slug that it should get. For an event in the trash, this is the slug that it
 * gets when it is restored.
 */
const withSlug = (event: CalendarEvent, requested: string | undefined, actor: Actor): CalendarEvent => {
  if (event.status !== "trash") return { ...event, slug: wantedSlug(requested, event, actor) };
  const sent = requested === undefined ? "" : toSlug(requested);
  if (sent === "" || event.trashed === undefined) return event;
  return { ...event, trashed: { ...event.trashed, slug: sent } };
};
