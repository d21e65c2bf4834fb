import { CalendarError } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { without } from "../../model/members.ts";
import { modifiedAt } from "../../model/publication.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { EventView } from "../../model/views.ts";
import type { Call, ItemOperation } from "../../operation.ts";
import type { ParameterValues } from "../../parameter.ts";
import { DRY_RUN } from "../../parameters/dry-run.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import type { Stored, WritePost } from "../posts/write-post.ts";
import { seriesOf } from "../series/occurrences/one-occurrence.ts";
import { reconcileOccurrences } from "../series/reconcile-occurrences.ts";

interface DetachDeps {
  readonly writePost: Pick<WritePost<CalendarEvent, EventView>, "remove">;
  /** Reads the event again inside the transaction and checks the right to edit it. */
  readonly currentIn: (unit: WriteUnit, call: Call<CalendarEvent>) => Promise<CalendarEvent>;
  readonly clock: Clock;
  readonly site: SiteSettings;
  readonly postStatuses: Pick<PostStatuses, "canEdit">;
}

/**
 * Creates the operation that detaches an event from its source, so that no import or subscription changes it
 * any more. An occurrence is detached together with its series.
 * Source: rules/origin.md#detach.
 */
export const createDetachOperation = (
  { target, permits }: Pick<ItemOperation<never, unknown, CalendarEvent>, "target" | "permits">,
  { writePost, currentIn, clock, site, postStatuses }: DetachDeps,
): ItemOperation<ParameterValues, EventView, CalendarEvent> => {
  const detach = async (unit: WriteUnit, event: CalendarEvent): Promise<CalendarEvent> => {
    if (event.isDetached === true) return event;
    const now = clock.now();
    const record: CalendarEvent = {
      ...without<CalendarEvent, CalendarEvent>(event, "origin"),
      ...modifiedAt(now, site.timezone),
      isDetached: true,
    };
    const amended = await unit.amended({ kind: "event", record, before: event });
    if (!(await unit.events.save(amended))) throw new Error(`Event ${event.id} cannot keep its slug.`);
    await reconcileOccurrences(unit, { series: amended, before: event, now, site });
    return amended;
  };
  return {
    method: "update",
    parameters: DRY_RUN,
    target: { id: target.id, find: target.find },
    permits,
    run: (values, call) =>
      writePost.remove(values, call, async (unit): Promise<Stored<CalendarEvent>> => {
        const current = await currentIn(unit, call);
        if (current.occurrence === undefined) return { record: await detach(unit, current) };
        const series = await seriesOf(current, unit.events);
        if (!postStatuses.canEdit(series, call.actor)) throw new CalendarError("rest_forbidden");
        await detach(unit, series);
        return { record: (await unit.events.find(current.id)) ?? current };
      }),
  };
};
