import { type CalendarEvent, EVENT_STATUSES, type KnownEventFields } from "@kalends/core/plugin";
import { KALENDS_PROPERTIES } from "../../fields.ts";
import { firstOf, type Properties, textOf } from "../properties.ts";
import { onClockOf, toTime } from "../times.ts";
import type { Zones } from "../zones/zones.ts";
import { valuesOf } from "./linked-of-event.ts";
import { UNPAIRED_SURROGATE } from "./texts-of-event.ts";
import type { EventTimes } from "./times-of-event.ts";

type EventStatus = NonNullable<CalendarEvent["eventStatus"]>;

const isStatus = (text: string): text is EventStatus => EVENT_STATUSES.some((status) => status === text);

/**
 * Returns the status of the event: `cancelled` if STATUS is CANCELLED or `isCancelled` is true (METHOD of the
 * calendar is CANCEL). Other statuses come from the X-KALENDS property. Without this property, the status is
 * `scheduled`.
 */
export const eventStatusOf = (properties: Properties, isCancelled: boolean): EventStatus => {
  const own = (textOf(properties, KALENDS_PROPERTIES.eventStatus) ?? "").trim().toLowerCase();
  if (isCancelled || /^cancell?ed$/i.test(textOf(properties, "STATUS")?.trim() ?? "")) return "cancelled";
  return isStatus(own) ? own : "scheduled";
};

/**
 * Returns the values of fields that have X-KALENDS properties. In files of this plugin, a missing property
 * means the default value. In files of other programs, fields without their property are left out, so the
 * import does not change them.
 */
export const kalendsFieldsOf = (
  properties: Properties,
  times: EventTimes,
  zones: Zones,
  isKalends: boolean,
): KnownEventFields => {
  const flagOf = (name: string, usual: boolean): boolean | undefined => {
    const text = textOf(properties, name);
    if (text === undefined) return isKalends ? usual : undefined;
    return /^true$/i.test(text.trim());
  };
  const fields: KnownEventFields = {
    ...defined("featured", flagOf(KALENDS_PROPERTIES.featured, false)),
    ...defined("sticky", flagOf(KALENDS_PROPERTIES.sticky, false)),
    ...defined("hide_from_listings", flagOf(KALENDS_PROPERTIES.hidden, false)),
    ...defined("show_map", flagOf(KALENDS_PROPERTIES.showMap, true)),
    ...defined("show_map_link", flagOf(KALENDS_PROPERTIES.showMapLink, true)),
  };
  const cost = firstOf(properties, KALENDS_PROPERTIES.cost);
  const reason = textOf(properties, KALENDS_PROPERTIES.statusReason) ?? (isKalends ? "" : undefined);
  const previous = firstOf(properties, KALENDS_PROPERTIES.previousStart);
  const time = previous && toTime(previous.raw, previous, zones);
  return {
    ...fields,
    ...(cost !== undefined ? { cost: valuesOf(cost) } : isKalends && { cost: [] }),
    ...defined("status_reason", reason?.slice(0, MAX_REASON_LENGTH).replace(UNPAIRED_SURROGATE, "")),
    ...(time !== undefined && { previous_start_date: onClockOf(time, times.timezone) }),
  };
};

const MAX_REASON_LENGTH = 1_000;

const defined = <Name extends keyof KnownEventFields>(
  name: Name,
  value: KnownEventFields[Name],
): Pick<KnownEventFields, Name> | Record<never, never> => (value === undefined ? {} : { [name]: value });
