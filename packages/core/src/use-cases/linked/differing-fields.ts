import { isFilePart } from "../../model/upload.ts";
import type { LinkedKind, LinkedRecord } from "./linked-kind.ts";

/** Where records keep the values of the fields that venues and organizers share. */
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

/**
 * The fields of these data, as a client may have read them, that differ from the record, as files always do. Other
 * images and positions are not looked at.
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
      const [sent, stored] = [data[name], record[member as keyof R]];
      if (Object.hasOwn(data, name) && isFilePart(sent)) return true;
      const isScalar = typeof sent === "string" || typeof sent === "boolean" || typeof sent === "number";
      if (!Object.hasOwn(data, name) || !isScalar || member === "imageId") return false;
      if (stored === undefined || typeof stored === "object") return false;
      return isRendered(name)
        ? withoutMarkup(String(sent)) !== withoutMarkup(String(stored))
        : String(sent).trim() !== String(stored);
    })
    .map(([name]) => name);
};
