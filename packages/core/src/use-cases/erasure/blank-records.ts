import type { Image } from "../../model/image.ts";
import type { Organizer } from "../../model/organizer.ts";
import type { Venue } from "../../model/venue.ts";
import type { OutboxEntry } from "../../ports/outbox.ts";

const NO_TEXTS = { name: "", phone: "", website: "", description: "", excerpt: "", slug: "" } as const;

/**
 * Returns a copy of the record without its content. Only the id and the members that decide who may see the
 * record remain: author, status and dates.
 */
export const blankLinked = <T extends Venue | Organizer>(record: T): T => {
  const { id, author, status, date, dateUtc, modified, modifiedUtc } = record;
  const common = { id, author, status, date, dateUtc, modified, modifiedUtc, ...NO_TEXTS };
  const none = { lineage: [], extensions: {} };
  const blank: Venue | Organizer =
    "address" in record
      ? {
          ...common,
          ...none,
          ...{ address: "", city: "", country: "", province: "", state: "", zip: "", stateProvince: "" },
          ...{ showMap: false, showMapLink: false },
        }
      : { ...common, ...none, email: "" };
  // The type is safe, because the kind of the record is unchanged.
  return blank as T;
};

/** Returns a copy of the image with only its id, author, media type and creation date. */
const blankImage = ({ id, author, mimeType, createdUtc }: Image): Image => ({
  ...{ id, author, mimeType, createdUtc },
  url: "",
  sizes: {},
});

type EntryRecords = Pick<OutboxEntry, "before" | "after" | "merged">;

/**
 * Returns the records in an outbox entry. The content of erased records is removed: of the changed record,
 * and of records that were merged into it.
 */
export const blankRecords = (entry: OutboxEntry, erasedIds: ReadonlySet<number>): EntryRecords => {
  const merged = entry.merged?.map((record) =>
    // The type is safe, because terms are never erased.
    erasedIds.has(record.id) ? blankLinked(record as Venue | Organizer) : record,
  );
  const records = erasedIds.has(entry.recordId) ? blankOwn(entry) : entry;
  const { before, after } = records;
  return { ...(before && { before }), ...(after && { after }), ...(merged && { merged }) };
};

const blankOwn = ({ kind, before, after }: OutboxEntry): Pick<OutboxEntry, "before" | "after"> => {
  // The type is safe, because `kind` is the kind of both records. Only venues, organizers and images are
  // erased.
  const blank = (record: OutboxEntry["after"]): OutboxEntry["after"] =>
    record && (kind === "image" ? blankImage(record as Image) : blankLinked(record as Venue | Organizer));
  const [was, is] = [blank(before), blank(after)];
  return { ...(was && { before: was }), ...(is && { after: is }) };
};
