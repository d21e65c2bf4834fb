import { isObject, isTimeZone } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import type { RetryingClient } from "./retrying-client.ts";

/**
 * Converts an offset in hours, such as `5.5` or `"-3"`, to a zone such as `UTC+5:30`. Returns `undefined` for
 * other values.
 */
const toOffsetZone = (hours: unknown): string | undefined => {
  const number = typeof hours === "string" && hours.trim() !== "" ? Number(hours) : hours;
  if (typeof number !== "number" || !Number.isFinite(number)) return undefined;
  const minutes = Math.round(Math.abs(number) * 60);
  if (minutes === 0) return "UTC";
  const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
  const zone = `UTC${number < 0 ? "-" : "+"}${clock}`;
  return isTimeZone(zone) ? zone : undefined;
};

/**
 * Returns the time zone from the REST index of a site. Returns a UTC offset if the index names no zone, and
 * `undefined` if the index has neither or cannot be read.
 * Source: rules/choices.md#import-zone.
 */
export const siteZoneOf = async (root: URL, client: RetryingClient): Promise<string | undefined> => {
  try {
    const { json } = await client.anything(root);
    if (!isObject(json)) return undefined;
    const { timezone_string: name, gmt_offset: offset } = json;
    return typeof name === "string" && isTimeZone(name) ? name : toOffsetZone(offset);
  } catch (error) {
    if (error instanceof ImportError) return undefined;
    throw error;
  }
};
