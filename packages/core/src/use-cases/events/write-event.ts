import type { NoteAdjustment } from "../../adjustment.ts";
import type { Actor } from "../../model/actor.ts";
import { NO_COST } from "../../model/cost.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { SiteSettings } from "../../model/site.ts";
import { toSlug } from "../../model/text/slug.ts";
import { isSameSchedule, type Schedule } from "../../model/time/schedule.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Clock } from "../../ports/clock.ts";
import { computeIn, computeWith } from "../computing/computing.ts";
import { type Slices, workAccountOf } from "../computing/slices.ts";
import { demandImage } from "../images/image-intake.ts";
import type { RecordImages } from "../images/record-images.ts";
import type { PreparedWrite, Stored } from "../posts/post-operations.ts";
import { noteSlug, saveWithFreeSlug } from "../posts/post-slug.ts";
import type { SettlePublication } from "../posts/settle-publication.ts";
import { leaveTrash } from "../posts/trash.ts";
import { amendOwn } from "../series/own-occurrences.ts";
import { settleOccurrences } from "../series/settle-occurrences.ts";
import {
  changedRecurrence,
  newRecurrence,
  recurrenceLimits,
  withRecurrence,
} from "../series/settle-recurrence.ts";
import { assignTerms, termsByIds } from "../terms/write-terms.ts";
import type { WriteUnit } from "../transact.ts";
import { type EventContent, wantedSlug } from "./event-content.ts";
import type { EventValues, NewEventValues } from "./event-fields.ts";
import { settleImages } from "./event-images.ts";
import { changedSchedule, newSchedule } from "./event-schedule.ts";
import { withEventStatus } from "./event-status.ts";
import type { EventLinks } from "./linked-fields.ts";

interface EventWriterDeps {
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly extensions: RecordExtensions | undefined;
  readonly content: EventContent;
  readonly settlePublication: SettlePublication;
  readonly links: EventLinks;
  readonly slices?: Slices | undefined;
}

export interface EventWriter {
  /** A new event with all that comes inside it, or nothing at all. Source: rules/events.md#check-then-write. */
  create(values: NewEventValues, actor: Actor, note: NoteAdjustment): PreparedWrite<CalendarEvent>;
  /**
   * Changes what was sent of an event and nothing else, in one transaction with what comes inside it.
   * Source: rules/events.md#update-sent-fields-only, rules/events.md#update-in-trash.
   */
  update(
    values: EventValues,
    actor: Actor,
    note: NoteAdjustment,
  ): PreparedWrite<CalendarEvent, [current: CalendarEvent]>;
  /** The same without storing the event; what is `own` counts instead of what was sent. */
  change(
    values: EventValues,
    actor: Actor,
    note: NoteAdjustment,
  ): (
    images: Pick<RecordImages, "settle">,
  ) => Promise<
    (unit: WriteUnit, note: NoteAdjustment, current: CalendarEvent, own?: OwnValues) => Promise<CalendarEvent>
  >;
  /** Stores an event under a free slug; its occurrences are to be settled. `splitFrom`: see `WriteContext`. */
  store(
    event: CalendarEvent,
    before: CalendarEvent | undefined,
    requestedSlug: string | undefined,
    actor: Actor,
    unit: WriteUnit,
    note: NoteAdjustment,
    splitFrom?: CalendarEvent,
  ): Promise<CalendarEvent>;
}

interface OwnValues extends Pick<Partial<EventValues>, "slug" | "recurrence"> {
  readonly schedule?: Schedule;
}

export const createEventWriter = ({
  clock,
  site,
  extensions,
  content,
  settlePublication,
  links,
  slices,
}: EventWriterDeps): EventWriter => {
  const change: EventWriter["change"] = (sent, actor, note) => {
    const title = sent.title === undefined ? {} : { title: content.title(sent.title, actor, note) };
    return async (images) => {
      const settled = await settleImages(sent, actor, images, note);
      return async (unit, note, current, { schedule: given, ...own } = {}) => {
        const values = { ...settled, ...own };
        const now = clock.now();
        const publication = settlePublication(values, actor, note, current);
        const schedule = given ?? changedSchedule(current.schedule, values, site, now, note);
        const recurrence =
          current.occurrence === undefined
            ? await changedRecurrence(
                current,
                values.recurrence,
                schedule,
                recurrenceLimits(now, site),
                computeIn(unit),
                { isAbsolute: unit.isImport },
              )
            : current.recurrence;
        const changed = {
          ...withRecurrence(leaveTrash(current, publication.status), recurrence),
          ...publication,
          ...title,
          schedule,
          ...(extensions && { extensions: extensions.write("event", current.extensions, { ...values }) }),
        };
        const held = withEventStatus(changed, values, now, note, current);
        return link(content.fill(held, values, actor, note), values, links, actor, unit, note);
      };
    };
  };
  const store: EventWriter["store"] = (event, before, requestedSlug, actor, unit, note, splitFrom) =>
    save(event, before, requestedSlug, actor, unit, note, { now: clock.now(), site, splitFrom });
  const storeAll = async (
    ...[event, before, requestedSlug, actor, unit, note]: Parameters<EventWriter["store"]>
  ): Promise<Stored<CalendarEvent>> => {
    const record = await store(event, before, requestedSlug, actor, unit, note);
    const { isImport: isAbsolute } = unit;
    const { trashed } = await settleOccurrences(unit, {
      ...{ series: record, before, isAbsolute, now: clock.now(), site },
    });
    if (trashed.length > 0) note("recurrence", "occurrences-trashed");
    await amendOwn(unit, { series: record, before, now: clock.now(), site }, note);
    return { record, trashed };
  };
  return {
    change,
    store,
    create(sent, actor, note) {
      const now = clock.now();
      const schedule = newSchedule(sent, site, now, note);
      const compute = computeWith(slices, workAccountOf({ actor }));
      let checked: ReturnType<typeof newRecurrence> | undefined;
      const timed = {
        ...settlePublication(sent, actor, note),
        title: content.title(sent.title, actor, note),
        schedule,
      };
      return async (images) => {
        // Once, also where the write is rehearsed.
        checked ??= newRecurrence(sent.recurrence, schedule, recurrenceLimits(now, site), compute);
        const recurrence = await checked;
        const settled = { ...timed, ...(recurrence && { recurrence }) };
        // Requests refused up to here have fetched nothing.
        const values = await settleImages(sent, actor, images, note);
        const { website, ...rest } = values;
        const asked = { ...rest, website: website === "" ? undefined : website };
        const filled = {
          ...content.fill(
            withEventStatus({ ...BLANK, ...settled }, sent, clock.now(), note),
            asked,
            actor,
            note,
          ),
          extensions: extensions?.write("event", {}, { ...sent }) ?? {},
        };
        return async (unit, note) => {
          const linked = await link(filled, values, links, actor, unit, note);
          const id = await unit.ids.next("record");
          return storeAll({ ...linked, id }, undefined, values.slug, actor, unit, note);
        };
      };
    },
    update(sent, actor, note) {
      const settle = change(sent, actor, note);
      return async (images) => {
        const apply = await settle(images);
        return async (unit, note, current) =>
          storeAll(await apply(unit, note, current), current, sent.slug, actor, unit, note);
      };
    },
  };
};

/** An event without any values. Source: rules/events.md#create-defaults. */
const BLANK: Omit<
  CalendarEvent,
  "id" | "author" | "title" | "schedule" | "status" | "date" | "dateUtc" | "modified" | "modifiedUtc"
> = {
  slug: "",
  description: "",
  excerpt: "",
  cost: NO_COST,
  showMap: false,
  showMapLink: false,
  hideFromListings: false,
  sticky: false,
  featured: false,
  categoryIds: [],
  tagIds: [],
  organizerIds: [],
  lineage: [],
  extensions: {},
};

/**
 * The event with the venue, organizers and terms it asks for, those created that do not exist yet. What was not
 * asked for stays; an image must still be there. Throws what `EventLinks` throws.
 * Source: rules/events.md#linked-shapes, rules/events.md#assign-terms.
 */
const link = async <E extends Pick<CalendarEvent, "venueId" | "organizerIds" | "categoryIds" | "tagIds">>(
  event: E,
  { image, venue, organizer, categories, tags }: EventValues<number>,
  links: EventLinks,
  actor: Actor,
  unit: WriteUnit,
  note: NoteAdjustment,
): Promise<E> => {
  await demandImage(image, unit);
  const { venueId: current, ...rest } = event;
  const linkVenues = async () => venue && links.venueIds(venue, actor, unit, note);
  const linkOrganizers = async () => organizer && links.organizerIds(organizer, actor, unit, note);
  const findTerms = () => termsByIds([...(categories ?? []), ...(tags ?? [])], unit);
  const areThere = [...(venue ?? []), ...(organizer ?? [])].every((reference) => "id" in reference);
  // Stores look up together what they are asked for at once; what is created gets its ids in this order.
  const [venueIds, organizerIds, terms] = areThere
    ? await Promise.all([linkVenues(), linkOrganizers(), findTerms()])
    : [await linkVenues(), await linkOrganizers(), await findTerms()];
  // Of several venues `settleImages` has kept the first one.
  const venueId = venueIds === undefined ? current : venueIds[0];
  const linked = {
    ...rest,
    ...(venueId !== undefined && { venueId }),
    ...(organizerIds && { organizerIds }),
    ...(categories !== undefined && {
      categoryIds: await assignTerms(categories, "category", terms, unit, note),
    }),
    ...(tags !== undefined && { tagIds: await assignTerms(tags, "tag", terms, unit, note) }),
  };
  // The rest of an event without an optional member is still one.
  return linked as unknown as E;
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

/** In the trash the slug is the one to come back to. */
const withSlug = (event: CalendarEvent, requested: string | undefined, actor: Actor): CalendarEvent => {
  if (event.status !== "trash") return { ...event, slug: wantedSlug(requested, event, actor) };
  const sent = requested === undefined ? "" : toSlug(requested);
  if (sent === "" || event.trashed === undefined) return event;
  return { ...event, trashed: { ...event.trashed, slug: sent } };
};
