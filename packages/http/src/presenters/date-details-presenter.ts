import type { WallClock } from "@kalends/core";
import type { Members } from "./presentation.ts";

/** Source: 50-representations section 5. */
export const presentDateDetails = (wall: WallClock): Members => ({
  year: wall.slice(0, 4),
  month: wall.slice(5, 7),
  day: wall.slice(8, 10),
  hour: wall.slice(11, 13),
  minutes: wall.slice(14, 16),
  seconds: wall.slice(17, 19),
});
