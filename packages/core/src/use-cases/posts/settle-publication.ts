import type { NoteAdjustment } from "../../adjustment.ts";
import type { Actor } from "../../model/actor.ts";
import type { Post, PostStatus } from "../../model/post.ts";
import { type Publication, toPublication } from "../../model/publication.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { readDate } from "./read-date.ts";
import { toRequestedStatus } from "./requested-status.ts";

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

/** Throws what `toRequestedStatus` and `readDate` throw. Source: 60-status-permissions section 4, 70-dates sections 3 and 8. */
export const createSettlePublication =
  ({
    postStatuses,
    clock,
    site,
  }: Pick<OperationDeps, "postStatuses" | "clock" | "site">): SettlePublication =>
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
