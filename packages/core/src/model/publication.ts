import type { Moment } from "./date-parsing/parse-date.ts";
import type { Post, PostStatus } from "./post.ts";
import { toUtc, toWallClock } from "./time/time-zone.ts";
import { NO_INSTANT, utcText, type WallClock } from "./time/wall-clock.ts";

/**
 * Minimum number of milliseconds from now for a publication date to count as future.
 * Source: rules/dates.md#future-or-publish.
 */
const AHEAD_MS = 60_000;

/** Members of a record that describe its publication. */
export type Publication = Pick<Post, "status" | "date" | "dateUtc" | "modified" | "modifiedUtc">;

interface PublicationRequest {
  /**
   * Publication dates that the client sent, parsed: `date` on the wall clock of the site, `dateUtc` in UTC.
   */
  readonly sent: { readonly date?: Moment; readonly dateUtc?: WallClock };
  /**
   * Status to store, within the limits of the actor's rights (`PostStatuses.scale`). If the client sent none,
   * it is the current status.
   */
  readonly status: PostStatus;
  /** Stored record before the write; absent for a new record. */
  readonly current?: Pick<Post, "date" | "dateUtc">;
  /** Current time in milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** Time zone of the site. */
  readonly zone: string;
}

/**
 * Returns the current time as modification date, both on the wall clock of the site and in UTC. `now` is in
 * milliseconds since 1970.
 * Source: rules/dates.md#modified-date.
 */
export const modifiedAt = (now: number, zone: string): Pick<Post, "modified" | "modifiedUtc"> => {
  const modifiedUtc = utcText(now);
  return { modified: toWallClock(modifiedUtc, zone), modifiedUtc };
};

/**
 * True for the statuses `draft` and `pending`. Records with these statuses have no publication date in UTC
 * (`NO_INSTANT`), unless a client sends `date_utc`, or they had a date in UTC before.
 */
const floats = (status: PostStatus): boolean => status === "draft" || status === "pending";

/**
 * Returns publication date, status and modification date for a record that is being written. The statuses
 * `publish` and `future` become `future` if the publication date is at least `AHEAD_MS` ahead, otherwise
 * `publish`.
 * Source: rules/dates.md#publication-date, rules/dates.md#floating-drafts.
 */
export const toPublication = (request: PublicationRequest): Publication => {
  const { status, current, now, zone } = request;
  const { date, dateUtc } = toInstant(request);
  const nowUtc = utcText(now);
  // The modification date of a new record is its publication date, even if the record has no publication
  // instant yet. Source: rules/dates.md#modified-date.
  const modifiedUtc = current !== undefined ? nowUtc : dateUtc === NO_INSTANT ? toUtc(date, zone) : dateUtc;
  return {
    status: toStatus(status, dateUtc, now),
    date,
    dateUtc,
    modified: current !== undefined ? toWallClock(nowUtc, zone) : date,
    modifiedUtc,
  };
};

const toInstant = ({
  sent,
  status,
  current,
  now,
  zone,
}: PublicationRequest): Pick<Post, "date" | "dateUtc"> => {
  if (sent.dateUtc !== undefined) {
    return { date: sent.date?.wallClock ?? toWallClock(sent.dateUtc, zone), dateUtc: sent.dateUtc };
  }
  if (sent.date !== undefined) {
    return { date: sent.date.wallClock, dateUtc: floats(status) ? NO_INSTANT : sent.date.utc };
  }
  const floating = current === undefined || current.dateUtc === NO_INSTANT;
  if (!floating || (current !== undefined && (floats(status) || status === "trash"))) {
    return { date: current.date, dateUtc: current.dateUtc };
  }
  const nowUtc = utcText(now);
  return { date: toWallClock(nowUtc, zone), dateUtc: floats(status) ? NO_INSTANT : nowUtc };
};

const toStatus = (status: PostStatus, dateUtc: WallClock, now: number): PostStatus => {
  if (status !== "publish" && status !== "future") return status;
  return dateUtc >= utcText(now + AHEAD_MS) ? "future" : "publish";
};
