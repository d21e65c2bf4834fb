import type { Image } from "../../model/image.ts";
import type { Organizer } from "../../model/organizer.ts";
import type { Venue } from "../../model/venue.ts";
import type { OutboxEntry } from "../../ports/outbox.ts";

const NO_TEXTS = { name: "", phone: "", website: "", description: "", excerpt: "", slug: "" } as const;

/** Returns the record without content. Only the members that determine its visibility remain. */
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
  // The kind of the record is unchanged.
  return blank as T;
};

/** Same as `blankLinked`, for an image. */
const blankImage = ({ id, author, mimeType, createdUtc }: Image): Image => ({
  ...{ id, author, mimeType, createdUtc },
  url: "",
  sizes: {},
});

/** Returns the records of an outbox entry without content. */
export const blankRecords = ({ kind, before, after }: OutboxEntry): Pick<OutboxEntry, "before" | "after"> => {
  // Kind and records of an entry belong together. Records of other kinds are never erased.
  const blank = (record: OutboxEntry["after"]): OutboxEntry["after"] =>
    record && (kind === "image" ? blankImage(record as Image) : blankLinked(record as Venue | Organizer));
  const [was, is] = [blank(before), blank(after)];
  return { ...(was && { before: was }), ...(is && { after: is }) };
};
