import type { Logger, MovedEvent } from "@kalends/core";

/** A time in UTC, or on the wall clock too where a change of the clocks has moved it there. */
export const describeMoved = ({ id, before, after }: MovedEvent): string =>
  `event ${id}: ${before.start} ${before.timezone} (${before.utcStart} UTC) is ${after.start} (${after.utcStart} UTC)`;

export const logMoved = (moved: readonly MovedEvent[], logger: Pick<Logger, "info">): void => {
  for (const { id, before, after } of moved) {
    logger.info("the time of an event moved with the time zone data", {
      id,
      timezone: before.timezone,
      start: before.start,
      before: before.utcStart,
      after: after.utcStart,
    });
  }
  logger.info("computed times anew", { moved: moved.length });
};
