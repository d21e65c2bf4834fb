import { createAdjustments, type Written } from "../../adjustment.ts";
import { can } from "../../model/actor.ts";
import { NO_COST } from "../../model/cost.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { EventView } from "../../model/views.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { ParametersFor } from "../../parameter.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Clock } from "../../ports/clock.ts";
import type { WriteWithImages } from "../images/record-images.ts";
import { toAuthor } from "../posts/authorship.ts";
import type { PostFields } from "../posts/post-fields.ts";
import type { SettlePublication } from "../posts/settle-publication.ts";
import type { EventContent } from "./event-content.ts";
import type { EventValues, NewEventValues } from "./event-fields.ts";
import { settleImages } from "./event-images.ts";
import { newSchedule } from "./event-schedule.ts";
import type { EventViews } from "./event-views.ts";
import type { EventWriter } from "./event-writer.ts";

/** What creating and changing events takes. */
export interface WriteEventDeps {
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly extensions: RecordExtensions | undefined;
  readonly fields: PostFields;
  /** What the calendar itself declares. */
  readonly parameters: {
    readonly new: ParametersFor<NewEventValues>;
    readonly existing: ParametersFor<EventValues>;
  };
  readonly content: EventContent;
  readonly settlePublication: SettlePublication;
  readonly writer: EventWriter;
  readonly views: Pick<EventViews, "read" | "complete">;
  readonly writeWithImages: WriteWithImages;
}

/** Creates an event with all that comes inside it, or nothing at all. Source: rules/events.md#check-then-write. */
export const createCreateEvent = ({
  clock,
  site,
  extensions,
  fields,
  parameters,
  content,
  settlePublication,
  writer,
  views,
  writeWithImages,
}: WriteEventDeps): CollectionOperation<NewEventValues, Written<EventView>> => ({
  method: "create",
  parameters: { ...parameters.new, ...fields.added.new },
  shown: fields.shown,
  permits: (actor) => can(actor, "edit"),
  async run(sent, { actor, ...request }) {
    const adjustments = createAdjustments(request);
    const { note } = adjustments;
    const { status, date, date_utc: dateUtc } = sent;
    const settled = {
      ...settlePublication({ status, date, dateUtc }, actor, note),
      author: toAuthor(sent.author, actor),
      title: content.title(sent.title, actor, note),
      schedule: newSchedule(sent, site, clock.now(), note),
    };
    // What is refused up to here has fetched nothing.
    const written = await writeWithImages({
      actor,
      adjustments,
      settle: (images) => settleImages(sent, actor, images, note),
      write(values) {
        const { website, ...rest } = values;
        const asked = { ...rest, website: website === "" ? undefined : website };
        const filled = {
          ...content.fill({ ...BLANK, ...settled }, asked, actor, note),
          extensions: extensions?.write("event", {}, { ...sent }) ?? {},
        };
        return async (repositories, note) => {
          const linked = await writer.link(filled, values, actor, repositories, note);
          const id = await repositories.ids.next("record");
          const event = await writer.save({ ...linked, id }, values.slug, actor, repositories, note);
          return views.read(event, actor, repositories);
        };
      },
    });
    return { ...(await views.complete(written.stored, actor)), adjustments: written.adjustments };
  },
});

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
