import type { CalendarEvent } from "../../model/event.ts";
import { isSeries } from "../../model/recurrence/recurrence.ts";
import { utcText } from "../../model/time/wall-clock.ts";
import type { EventView } from "../../model/views.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EventRepository } from "../../ports/repositories/post-repository.ts";
import type { Actor } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { byId, findAll } from "../posts/post-views.ts";

export interface SeriesViewsDeps {
  readonly postStatuses: Pick<PostStatuses, "canRead">;
  /** Clock for finding the next occurrence. Absent: views have no next occurrence. */
  readonly clock: Clock | undefined;
}

type SeriesMembers = Pick<EventView, "series" | "nextOccurrence">;

/**
 * Creates the function that reads the series and the next occurrences for event views. It reads nothing if
 * none of the events recurs.
 */
export const createReadSeries =
  ({ postStatuses, clock }: SeriesViewsDeps) =>
  async (
    events: readonly CalendarEvent[],
    actor: Actor,
    repository: Pick<EventRepository, "findMany" | "nextOccurrences">,
  ): Promise<(event: CalendarEvent) => SeriesMembers> => {
    const [ofOccurrences, shown] = [new Set<number>(), new Set<number>()];
    for (const event of events) {
      if (event.occurrence !== undefined) ofOccurrences.add(event.occurrence.seriesId);
      else if (isSeries(event)) shown.add(event.id);
    }
    if (ofOccurrences.size === 0 && shown.size === 0) return () => ({});
    const [series, next] = await Promise.all([
      findAll(repository, ofOccurrences),
      shown.size === 0 || clock === undefined
        ? []
        : repository.nextOccurrences([...shown], utcText(clock.now())),
    ]);
    const seriesOf = byId(series);
    const nextOf = new Map(
      next
        .filter((event) => postStatuses.canRead(event, actor))
        .map((event) => [event.occurrence?.seriesId, event]),
    );
    return ({ id, occurrence }) => {
      if (occurrence === undefined) {
        const nextOccurrence = nextOf.get(id);
        return nextOccurrence === undefined ? {} : { nextOccurrence };
      }
      const found = seriesOf.get(occurrence.seriesId);
      return found === undefined ? {} : { series: found };
    };
  };
