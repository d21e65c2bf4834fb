import { CalendarError } from "../../errors.ts";
import { readSentDates, toPublication } from "../../model/publication.ts";
import type { EventView } from "../../model/views.ts";
import type { ChangeOperation } from "../../operation.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { toAuthor } from "../posts/authorship.ts";
import { toRequestedStatus } from "../posts/requested-status.ts";
import { createTexts } from "../posts/texts.ts";
import { leaveTrash } from "../posts/trash.ts";
import { createEventContent } from "./event-content.ts";
import { type EventValues, updateFields } from "./event-fields.ts";
import { settleImages } from "./event-images.ts";
import { changedSchedule } from "./event-schedule.ts";
import { eventTarget, findEvent, permitsOnEvent } from "./event-target.ts";
import { createWriteEvent } from "./event-views.ts";
import { createEventWriter } from "./event-writer.ts";
import type { Linking } from "./linked-fields.ts";

/**
 * Changes what was sent of an event and nothing else (D1-D9), in one unit of work with what comes inside it.
 * Source: 10-events sections 9 and 10, 90-decisions P26.
 */
export const createUpdateEvent = (
  deps: OperationDeps,
  linking: Linking,
  intake: ImageIntake,
): ChangeOperation<EventValues, EventView> => {
  const { store, postStatuses, clock, site, htmlCleaner, extensions } = deps;
  const content = createEventContent({ htmlCleaner, texts: createTexts(deps) });
  const writer = createEventWriter(linking);
  const writeEvent = createWriteEvent(deps);
  return {
    method: "update",
    parameters: { ...updateFields(deps, linking.fields), ...extensions?.parameters("event", "present") },
    target: eventTarget(store, { unknownSlugIs: "nobody" }),
    permits: permitsOnEvent(store, "edit", postStatuses.canEdit),
    permitsOn: ({ event }, actor) => postStatuses.canEdit(event, actor),
    run: intake.withImages(async (images, id, sent, actor) => {
      const now = clock.now();
      const title = sent.title === undefined ? {} : { title: content.title(sent.title, actor) };
      const values = await settleImages(sent, actor, images);
      return writeEvent(async (repositories) => {
        await images.save(repositories);
        const current = await findEvent(repositories, id);
        if (!postStatuses.canEdit(current, actor)) throw new CalendarError("rest_forbidden");
        const publication = toPublication({
          sent: readSentDates({ date: values.date, dateUtc: values.date_utc }, site.timezone, now),
          status: toRequestedStatus(postStatuses, values.status, actor, current),
          current,
          now,
          zone: site.timezone,
        });
        const changed = {
          ...leaveTrash(current, publication.status),
          ...publication,
          author: toAuthor(values.author, actor, current),
          ...title,
          schedule: changedSchedule(current.schedule, values, site, now),
          ...(extensions && { extensions: extensions.write("event", current.extensions, { ...values }) }),
        };
        const filled = content.fill(changed, values, actor);
        const linked = await writer.link(filled, values, actor, repositories);
        return writer.save(linked, values.slug, actor, repositories);
      }, actor);
    }),
  };
};
