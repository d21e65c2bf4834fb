import { can } from "../../model/actor.ts";
import { type CalendarEvent, NO_COST } from "../../model/event.ts";
import { readSentDates, toPublication } from "../../model/publication.ts";
import type { EventView } from "../../model/views.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { toAuthor } from "../posts/authorship.ts";
import { toRequestedStatus } from "../posts/requested-status.ts";
import { createTexts } from "../posts/texts.ts";
import { createEventContent } from "./event-content.ts";
import { createFields, type NewEventValues } from "./event-fields.ts";
import { settleImages } from "./event-images.ts";
import { newSchedule } from "./event-schedule.ts";
import { createWriteEvent } from "./event-views.ts";
import { createEventWriter } from "./event-writer.ts";
import type { Linking } from "./linked-fields.ts";

/** Creates an event with all that comes inside it, or nothing at all (D30). Source: 10-events sections 9 and 10. */
export const createCreateEvent = (
  deps: OperationDeps,
  linking: Linking,
  intake: ImageIntake,
): CollectionOperation<NewEventValues, EventView> => {
  const { postStatuses, clock, site, htmlCleaner, extensions } = deps;
  const content = createEventContent({ htmlCleaner, texts: createTexts(deps) });
  const writer = createEventWriter(linking);
  const writeEvent = createWriteEvent(deps);
  return {
    method: "create",
    parameters: { ...createFields(deps, linking.fields), ...extensions?.parameters("event", "new") },
    permits: async (actor) => can(actor, "edit"),
    run: intake.withImages(async (images, sent, actor) => {
      const now = clock.now();
      const settled = {
        ...toPublication({
          sent: readSentDates({ date: sent.date, dateUtc: sent.date_utc }, site.timezone, now),
          status: toRequestedStatus(postStatuses, sent.status, actor),
          now,
          zone: site.timezone,
        }),
        author: toAuthor(sent.author, actor),
        title: content.title(sent.title, actor),
        schedule: newSchedule(sent, site, now),
      };
      // What is refused up to here has fetched nothing.
      const values = await settleImages(sent, actor, images);
      const { website, ...rest } = values;
      const asked = { ...rest, website: website === "" ? undefined : website };
      const filled = {
        ...content.fill({ ...BLANK, ...settled }, asked, actor),
        extensions: extensions?.write("event", {}, { ...sent }) ?? {},
      };
      return writeEvent(async (repositories) => {
        await images.save(repositories);
        const linked = await writer.link(filled, values, actor, repositories);
        const id = await repositories.ids.next("record");
        return writer.save({ ...linked, id }, values.slug, actor, repositories);
      }, actor);
    }),
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
