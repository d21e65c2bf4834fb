import type { OptionsSchema } from "@kalends/core/plugin";

/** Options of the icalendar plugin. All options have defaults. */
export interface IcalendarOptions {
  /** Name of the calendar in feeds. Default: the host name of the site. */
  readonly name?: string;
  /** Color of the calendar as a CSS 3 color name, such as `teal`. Default: none. */
  readonly color?: string;
  /** Number of minutes after which calendar programs should request a feed again, 5 to 10,080. Default 60. */
  readonly refreshMinutes?: number;
  /**
   * True if the titles of cancelled events begin with a mark, for programs that ignore STATUS. Default false.
   */
  readonly markCancelled?: boolean;
}

/** Default value of the option `refreshMinutes`. */
export const REFRESH_MINUTES = 60;

export const optionsSchema: OptionsSchema = {
  name: {
    variable: "KALENDS_ICALENDAR_NAME",
    description: "Name of the calendar in feeds.",
    type: "string",
  },
  color: {
    variable: "KALENDS_ICALENDAR_COLOR",
    description: "Color of the calendar in feeds: a CSS 3 color name such as teal.",
    type: "string",
    check: (value) =>
      /^[a-z]{3,24}$/.test(String(value)) ? undefined : "must be a CSS color name in lower case",
  },
  refreshMinutes: {
    variable: "KALENDS_ICALENDAR_REFRESH_MINUTES",
    description: "Suggested minutes between two requests of a feed.",
    type: "integer",
    minimum: 5,
    maximum: 10_080,
    default: REFRESH_MINUTES,
  },
  markCancelled: {
    variable: "KALENDS_ICALENDAR_MARK_CANCELLED",
    description:
      "Begin the titles of cancelled events in calendars with Cancelled, for programs that ignore STATUS.",
    type: "boolean",
    default: false,
  },
};
