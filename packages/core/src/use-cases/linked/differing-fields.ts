import { parseDate } from "../../model/date-parsing/parse-date.ts";
import { isFilePart } from "../../model/upload.ts";
import type { Coordinates } from "../../model/venue.ts";
import { isLooselyTrue, toNumber } from "../../parameters/scalars.ts";
import type { LinkedKind, LinkedRecord } from "./linked-kind.ts";

/** Members of the model for the fields that venues and organizers have in common, by public name. */
export const SHARED_MEMBERS = {
  author: "author",
  date: "date",
  date_utc: "dateUtc",
  description: "description",
  status: "status",
  image: "imageId",
} as const;

/**
 * Returns a text without markup, so that a text from a response and its stored form can be compared. Takes
 * linear time.
 */
const withoutMarkup = (text: string): string => text.replace(/<[^<>]*>|&#?\w+;|[\s&<>"']/g, "");

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "boolean" || typeof value === "number";

/**
 * Converts a stored value to the form in which a client would send it. Returns `undefined` for values that
 * responses do not contain.
 */
const storedValue = (name: string, value: unknown): Scalar | undefined => {
  if (name === "image") return isScalar(value) ? value : "";
  if (name !== "geo_lat" && name !== "geo_lng") return isScalar(value) ? value : undefined;
  // The type is safe, because only venues have these fields.
  const coordinates = value as Coordinates | undefined;
  return coordinates?.[name === "geo_lat" ? "lat" : "lng"] ?? "";
};

const isSameValue = (name: string, sent: Scalar, stored: Scalar): boolean => {
  const text = String(sent).trim().normalize("NFC");
  if (typeof stored === "boolean") return isLooselyTrue(sent) === stored;
  if (typeof stored === "number" && toNumber(text) === stored) return true;
  // A date without a zone has the same wall clock in every zone, so UTC can be used to parse it.
  if (name === "date" || name === "date_utc") return parseDate(text, "UTC", 0) === stored;
  return text === String(stored) || (name === "image" && sent === false && stored === "");
};

/**
 * Returns the names of the fields in `data` whose values differ from the record.
 * A value that the client has read from a response does not differ, although responses spell some values
 * differently. Files always differ. Objects for images, as in responses, are ignored.
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
