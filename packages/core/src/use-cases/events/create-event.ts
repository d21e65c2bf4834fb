import { createAdjustments, type Written } from "../../adjustment.ts";
import { can } from "../../model/actor.ts";
import { NO_COST } from "../../model/cost.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { EventView } from "../../model/views.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import { createWriteWithImages } from "../images/write-with-images.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { toAuthor } from "../posts/authorship.ts";
import { createSettlePublication } from "../posts/settle-publication.ts";
import { createTexts } from "../posts/texts.ts";
import { shownMembers } from "../shown-members.ts";
import { createEventContent } from "./event-content.ts";
import { createFields, type NewEventValues } from "./event-fields.ts";
import { settleImages } from "./event-images.ts";
import { newSchedule } from "./event-schedule.ts";
import { createWrittenEventView } from "./event-views.ts";
import { createEventWriter } from "./event-writer.ts";
import type { Linking } from "./linked-fields.ts";

/** Creates an event with all that comes inside it, or nothing at all (D30). Source: 10-events sections 9 and 10. */
export const createCreateEvent = (
  deps: OperationDeps,
  linking: Linking,
  intake: ImageIntake,
): CollectionOperation<NewEventValues, Written<EventView>> => {
  const { clock, site, htmlCleaner, extensions } = deps;
  const writeWithImages = createWriteWithImages(deps, intake);
  const content = createEventContent({ htmlCleaner, texts: createTexts(deps) });
  const settlePublication = createSettlePublication(deps);
  const writer = createEventWriter(linking);
  const view = createWrittenEventView(deps);
  return {
    method: "create",
    parameters: { ...createFields(deps, linking.fields), ...extensions?.parameters("event", "new") },
    shown: shownMembers("event", deps),
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
            return view.read(event, actor, repositories);
          };
        },
      });
      return { ...(await view.complete(written.stored, actor)), adjustments: written.adjustments };
    },
  };
};

/** What an event is that nobody said anything about. Source: 10-events section 9. */
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
