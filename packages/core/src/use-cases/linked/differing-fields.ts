import { parseDate } from "../../model/date-parsing/parse-date.ts";
import { isFilePart } from "../../model/upload.ts";
import type { Coordinates } from "../../model/venue.ts";
import { isLooselyTrue, toNumber } from "../../parameters/scalars.ts";
import type { LinkedKind, LinkedRecord } from "./linked-kind.ts";

/** Where records keep the values of the fields that venues and organizers have in common. */
export const SHARED_MEMBERS = {
  author: "author",
  date: "date",
  date_utc: "dateUtc",
  description: "description",
  status: "status",
  image: "imageId",
} as const;

/** What remains of a text whether it is shown as HTML or stored: takes time in proportion to its length. */
const withoutMarkup = (text: string): string => text.replace(/<[^<>]*>|&#?\w+;|[\s&<>"']/g, "");

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === "string" || typeof value === "boolean" || typeof value === "number";

/** The stored value as it would be sent; `undefined` for what records do not show. */
const storedValue = (name: string, value: unknown): Scalar | undefined => {
  if (name === "image") return isScalar(value) ? value : "";
  if (name !== "geo_lat" && name !== "geo_lng") return isScalar(value) ? value : undefined;
  // Its own kind is what says so.
  const coordinates = value as Coordinates | undefined;
  return coordinates?.[name === "geo_lat" ? "lat" : "lng"] ?? "";
};

const isSameValue = (name: string, sent: Scalar, stored: Scalar): boolean => {
  const text = String(sent).trim().normalize("NFC");
  if (typeof stored === "boolean") return isLooselyTrue(sent) === stored;
  if (typeof stored === "number" && toNumber(text) === stored) return true;
  // Dates without a zone read alike in all of them.
  if (name === "date" || name === "date_utc") return parseDate(text, "UTC", 0) === stored;
  return text === String(stored) || (name === "image" && sent === false && stored === "");
};

/**
 * The fields of these data, as a client may have read them, that differ from the record, as files always do. Images
 * that are shown, which are objects, are not looked at. Source: rules/events.md#linked-by-id.
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
