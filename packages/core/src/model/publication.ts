import type { Moment } from "./date-parsing/parse-date.ts";
import type { Post, PostStatus } from "./post.ts";
import { toUtc, toWallClock } from "./time/time-zone.ts";
import { NO_INSTANT, utcText, type WallClock } from "./time/wall-clock.ts";

/**
 * Minimum number of milliseconds from now for a publication date to count as in the future.
 * Source: rules/dates.md#future-or-publish.
 */
const AHEAD_MS = 60_000;

/** Members of a record that describe its publication. */
export type Publication = Pick<Post, "status" | "date" | "dateUtc" | "modified" | "modifiedUtc">;

interface PublicationRequest {
  /** Dates as sent, parsed: `date` on the site's wall clock, `dateUtc` in UTC. */
  readonly sent: { readonly date?: Moment; readonly dateUtc?: WallClock };
  /** Status to set, already limited to the actor's rights. If none was sent, the current status. */
  readonly status: PostStatus;
  /** Current record; absent on create. */
  readonly current?: Pick<Post, "date" | "dateUtc">;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** The site's zone. */
  readonly zone: string;
}

/**
 * Returns the time of a change on the wall clock of the site's zone and in UTC. `now` is in milliseconds.
 * Source: rules/dates.md#modified-date.
 */
export const modifiedAt = (now: number, zone: string): Pick<Post, "modified" | "modifiedUtc"> => {
  const modifiedUtc = utcText(now);
  return { modified: toWallClock(modifiedUtc, zone), modifiedUtc };
};

/** True for drafts and pending records: they have no publication instant until one is sent. */
const floats = (status: PostStatus): boolean => status === "draft" || status === "pending";

/**
 * Returns the publication date, the resulting status and the time of change for a record that is being
 * written.
 * Source: rules/dates.md#publication-date, rules/dates.md#floating-drafts.
 */
export const toPublication = (request: PublicationRequest): Publication => {
  const { status, current, now, zone } = request;
  const { date, dateUtc } = toInstant(request);
  const nowUtc = utcText(now);
  // On create, the time of change is the publication date, also for a floating record. Source:
  // rules/dates.md#modified-date.
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
