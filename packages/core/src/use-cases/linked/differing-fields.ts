import { parseDate } from "../../model/date-parsing/parse-date.ts";
import { isFilePart } from "../../model/upload.ts";
import type { Coordinates } from "../../model/venue.ts";
import { isLooselyTrue, toNumber } from "../../parameters/scalars.ts";
import type { LinkedKind, LinkedRecord } from "./linked-kind.ts";

/** Members of records for the fields that venues and organizers have in common. */
export const SHARED_MEMBERS = {
  author: "author",
  date: "date",
  date_utc: "dateUtc",
  description: "description",
  status: "status",
  image: "imageId",
} as const;

/**
 * Returns a text without markup, which is the same for the shown and the stored form. Takes time proportional
 * to its length.
 */
const withoutMarkup = (text: string): string => text.replace(/<[^<>]*>|&#?\w+;|[\s&<>"']/g, "");

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "boolean" || typeof value === "number";

/**
 * Returns the stored value as it would be sent, or `undefined` for values that representations do not show.
 */
const storedValue = (name: string, value: unknown): Scalar | undefined => {
  if (name === "image") return isScalar(value) ? value : "";
  if (name !== "geo_lat" && name !== "geo_lng") return isScalar(value) ? value : undefined;
  // Only venues have these fields.
  const coordinates = value as Coordinates | undefined;
  return coordinates?.[name === "geo_lat" ? "lat" : "lng"] ?? "";
};

const isSameValue = (name: string, sent: Scalar, stored: Scalar): boolean => {
  const text = String(sent).trim().normalize("NFC");
  if (typeof stored === "boolean") return isLooselyTrue(sent) === stored;
  if (typeof stored === "number" && toNumber(text) === stored) return true;
  // Dates without a zone are the same in all zones.
  if (name === "date" || name === "date_utc") return parseDate(text, "UTC", 0) === stored;
  return text === String(stored) || (name === "image" && sent === false && stored === "");
};

/**
 * Returns the fields of the data that differ from the record, as a client may have read it. Files always
 * differ. Shown images, which are objects, are ignored.
 * Source: rules/events.md#linked-by-id.
 */
export const differingFields = <R extends LinkedRecord>(
  kind: Pick<LinkedKind<R, unknown>, "name" | "members">,
  record: R,
  data: Readonly<Record<string, unknown>>,
): readonly string[] => {
  const members = { ...SHARED_MEMBERS, ...kind.members };
  const isRendered = (name: string): boolean => name === kind.name || name === "description";
  return Object.entries({ ...members, [kind.name]: "name" })
    .filter(([name, member]) => {
      const sent = Object.hasOwn(data, name) ? data[name] : undefined;
      if (isFilePart(sent)) return true;
      const stored = storedValue(name, record[member as keyof R]);
      if (!isScalar(sent) || stored === undefined) return false;
      return isRendered(name)
        ? withoutMarkup(String(sent).normalize("NFC")) !== withoutMarkup(String(stored))
        : !isSameValue(name, sent, stored);
    })
    .map(([name]) => name);
};
