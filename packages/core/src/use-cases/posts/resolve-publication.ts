import type { NoteAdjustment } from "../../adjustment.ts";
import { CalendarError, invalidParameter } from "../../errors.ts";
import { adjustmentOfDate, type Moment, parseMoment } from "../../model/date-parsing/parse-date.ts";
import type { Post, PostStatus } from "../../model/post.ts";
import { type Publication, toPublication } from "../../model/publication.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { WallClock } from "../../model/time/wall-clock.ts";
import type { Clock } from "../../ports/clock.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";

/** Author, status and publication dates that the client sent; `undefined` for values that it did not send. */
export type SentPublication = {
  readonly author: number | undefined;
  readonly status: PostStatus | undefined;
  /** Date as the client sent it. It is parsed in the time zone of the site. */
  readonly date: string | undefined;
  /** Date as the client sent it. It is parsed in UTC. */
  readonly date_utc: string | undefined;
};

/**
 * Returns author, publication dates and status for the record that is being written. `current` is the stored
 * record before the write.
 */
export type ResolvePublication = (
  sent: SentPublication,
  actor: Actor,
  note: NoteAdjustment,
  current?: Post,
) => Publication & Pick<Post, "author">;

/**
 * Creates the function `ResolvePublication`. It throws the errors of `toRequestedStatus`, `readDate` and
 * `toAuthor`.
 * Source: rules/events.md#event-status.
 */
export const createResolvePublication =
  ({
    postStatuses,
    clock,
    site,
  }: {
    readonly postStatuses: PostStatuses;
    readonly clock: Clock;
    readonly site: SiteSettings;
  }): ResolvePublication =>
  ({ author, status: requested, date, date_utc: dateUtc }, actor, note, current) => {
    const now = clock.now();
    const status = toRequestedStatus(postStatuses, requested, actor, current);
    if (requested !== undefined && status !== requested) note("status", "reduced-status");
    const publication = toPublication({
      sent: {
        ...(date !== undefined && { date: readMoment("date", date, site.timezone, now, note) }),
        ...(dateUtc !== undefined && { dateUtc: readDate("date_utc", dateUtc, "UTC", now, note) }),
      },
      status,
      ...(current && { current }),
      now,
      zone: site.timezone,
    });
    if (requested !== undefined && publication.status !== status) note("status", "status-by-date");
    return { ...publication, author: toAuthor(author, actor, current) };
  };

/**
 * Returns the status that the client requested, within the limits of the actor's rights. Without a request it
 * returns the current status. Throws `rest_invalid_param` if the record may not change to the requested
 * status.
 * Source: rules/rights.md#requested-status.
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

/**
 * Returns the author for the record that is being written: the requested user, otherwise the current author,
 * otherwise the actor.
 * To set another user as the author, the actor needs the right to edit records of others; without it, throws
 * `rest_cannot_edit_others`.
 * Source: rules/rights.md#author.
 */
export const toAuthor = (requested: number | undefined, actor: Actor, current?: Post): number => {
  const author = requested ?? current?.author ?? actor.id ?? 0;
  const changes = requested !== undefined && requested !== actor.id && requested !== current?.author;
  if (changes && !can(actor, "edit_others")) throw new CalendarError("rest_cannot_edit_others");
  return author;
};

type DateName = "start_date" | "end_date" | "previous_start_date" | "date" | "date_utc";

/**
 * Parses the date that the client sent as parameter `name`, in the zone that applies to it.
 * Throws `rest_invalid_param`, because a date that is valid in UTC can be out of range in this zone.
 */
export const readMoment = (
  name: DateName,
  text: string,
  timezone: string,
  now: number,
  note: NoteAdjustment,
): Moment => {
  const moment = parseMoment(text, timezone, now);
  if (moment === undefined) throw invalidParameter(name, { reason: "not-a-date" });
  const reason = adjustmentOfDate(text, timezone, now);
  if (reason !== undefined) note(name, reason);
  return moment;
};

/** Same as `readMoment`, but returns only the wall clock. */
export const readDate = (...sent: Parameters<typeof readMoment>): WallClock => readMoment(...sent).wallClock;
