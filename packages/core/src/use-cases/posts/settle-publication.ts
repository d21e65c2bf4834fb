import type { NoteAdjustment } from "../../adjustment.ts";
import { invalidParameter } from "../../errors.ts";
import type { Actor } from "../../model/actor.ts";
import type { Post, PostStatus } from "../../model/post.ts";
import type { PostStatuses } from "../../model/post-statuses.ts";
import { type Publication, toPublication } from "../../model/publication.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { Clock } from "../../ports/clock.ts";
import { readDate } from "./read-date.ts";

/** What a request says of the publication of a record; `undefined`: not sent. */
export interface SentPublication {
  readonly status: PostStatus | undefined;
  /** As sent: read in the site's zone. */
  readonly date: string | undefined;
  /** As sent: read in UTC. */
  readonly dateUtc: string | undefined;
}

/** When and as what a record is published that the actor writes now; `current` is the record before. */
export type SettlePublication = (
  sent: SentPublication,
  actor: Actor,
  note: NoteAdjustment,
  current?: Pick<Post, "status" | "trashed" | "date" | "dateUtc">,
) => Publication;

/** Throws what `toRequestedStatus` and `readDate` throw. Source: rules/events.md#event-status. */
export const createSettlePublication =
  ({
    postStatuses,
    clock,
    site,
  }: {
    readonly postStatuses: PostStatuses;
    readonly clock: Clock;
    readonly site: SiteSettings;
  }): SettlePublication =>
  ({ status: requested, date, dateUtc }, actor, note, current) => {
    const now = clock.now();
    const status = toRequestedStatus(postStatuses, requested, actor, current);
    if (requested !== undefined && status !== requested) note("status", "reduced-status");
    const publication = toPublication({
      sent: {
        ...(date !== undefined && { date: readDate("date", date, site.timezone, now, note) }),
        ...(dateUtc !== undefined && { dateUtc: readDate("date_utc", dateUtc, "UTC", now, note) }),
      },
      status,
      ...(current && { current }),
      now,
      zone: site.timezone,
    });
    if (requested !== undefined && publication.status !== status) note("status", "status-by-date");
    return publication;
  };

/**
 * What a record shall become: what was asked for, as far as the actor's rights go, and without a wish what it is.
 * Throws `rest_invalid_param` where its status may not go there. Source: rules/rights.md#requested-status.
 */
const toRequestedStatus = (
  postStatuses: PostStatuses,
  requested: PostStatus | undefined,
  actor: Actor,
  current?: Pick<Post, "status" | "trashed">,
): PostStatus => {
  if (requested === undefined && current !== undefined) return current.status;
  const status = postStatuses.scale(requested, actor);
  if (!postStatuses.allows(current, status)) {
    const from = current?.status ?? "new";
    throw invalidParameter("status", { reason: "forbidden-transition", values: { from, to: status } });
  }
  return status;
};
