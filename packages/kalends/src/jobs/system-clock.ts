import type { Clock } from "@kalends/core";

/** The time of this computer. */
export const systemClock: Clock = { now: () => Date.now() };
