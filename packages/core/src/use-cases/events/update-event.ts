import { createAdjustments, type Written } from "../../adjustment.ts";
import { CalendarError } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { PostStatuses } from "../../model/post-statuses.ts";
import type { EventView } from "../../model/views.ts";
import type { ItemOperation } from "../../operation.ts";
import type { Repositories } from "../../ports/store.ts";
import { toAuthor } from "../posts/authorship.ts";
import { createPostTarget, permitsOnPost } from "../posts/post-target.ts";
import { leaveTrash } from "../posts/trash.ts";
import type { WriteEventDeps } from "./create-event.ts";
import { findAgain } from "./demand-event.ts";
import type { EventValues } from "./event-fields.ts";
import { settleImages } from "./event-images.ts";
import { changedSchedule } from "./event-schedule.ts";

/**
 * Changes what was sent of an event and nothing else, in one transaction with what comes inside it.
 * Source: rules/events.md#update-sent-fields-only, rules/events.md#update-in-trash.
 */
export const createUpdateEvent = (
  {
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
  }: WriteEventDeps,
  { store, postStatuses }: { readonly store: Repositories; readonly postStatuses: PostStatuses },
): ItemOperation<EventValues, Written<EventView>, CalendarEvent> => ({
  method: "update",
  parameters: { ...parameters.existing, ...fields.added.existing },
  shown: fields.shown,
  target: createPostTarget("event", store.events, store, {}),
  permits: permitsOnPost("edit", postStatuses.canEdit),
  async run(sent, { actor, found, ...request }) {
    const adjustments = createAdjustments(request);
    const { note } = adjustments;
    const title = sent.title === undefined ? {} : { title: content.title(sent.title, actor, note) };
    const written = await writeWithImages({
      actor,
      adjustments,
      settle: (images) => settleImages(sent, actor, images, note),
      write: (values) => async (repositories, note) => {
        const current = await findAgain(found, repositories);
        if (!postStatuses.canEdit(current, actor)) throw new CalendarError("rest_forbidden");
        const { status, date, date_utc: dateUtc } = values;
        const publication = settlePublication({ status, date, dateUtc }, actor, note, current);
        const changed = {
          ...leaveTrash(current, publication.status),
          ...publication,
          author: toAuthor(values.author, actor, current),
          ...title,
          schedule: changedSchedule(current.schedule, values, site, clock.now(), note),
          ...(extensions && { extensions: extensions.write("event", current.extensions, { ...values }) }),
        };
        const filled = content.fill(changed, values, actor, note);
        const linked = await writer.link(filled, values, actor, repositories, note);
        const event = await writer.save(linked, values.slug, actor, repositories, note);
        return views.read(event, actor, repositories);
      },
    });
    return { ...(await views.complete(written.stored, actor)), adjustments: written.adjustments };
  },
});
