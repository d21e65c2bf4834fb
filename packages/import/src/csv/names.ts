import { createHash } from "node:crypto";
import { type ImportedList, toSlug } from "@kalends/core";
import { foldName } from "@kalends/core/storage";

/**
 * Lower bound of ids for records named in tables. It is above all ids that an imported record may keep, so
 * these records get new ids.
 */
export const NO_ID: number = 2 ** 52 + 1;
/** Maximum number of commas inside one name; text with more is read as a list. */
const MAX_COMMAS = 8;

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Returns the slug for a name, also for a name without letters. */
export const slugOfName = (name: string): string => toSlug(name) || digestOf(name).toString("hex", 0, 8);

/** Returns the id in a global id such as `old.example?id=12`; `undefined` for other texts. */
export const idInGlobalId = (globalId: string): number | undefined => {
  const id = Number(/^[^\s<>?"']+\?id=(\d{1,15})$/.exec(globalId)?.[1] ?? 0);
  return id > 0 ? id : undefined;
};

/** Venue, organizer or term that events refer to. */
export interface NamedRecord {
  /**
   * Id of the record. For terms it is derived from the slug, so that children can refer to their parents. For
   * posts it is 0 without a global id.
   */
  readonly id: number;
  /** Global id; `""` if it has none. */
  readonly globalId: string;
  readonly slug: string;
  readonly name: string;
}

/** Returns a term by its name and slug. */
export const namedTerm = (name: string, slug: string = slugOfName(name)): NamedRecord => {
  const digest = digestOf(slug);
  return { id: NO_ID + digest.readUIntBE(0, 6) * 8 + ((digest[6] ?? 0) >> 5), globalId: "", slug, name };
};

/** Returns a venue or an organizer by its name, slug and global id. */
export const namedPost = (name: string, slug: string, globalId: string): NamedRecord => ({
  id: idInGlobalId(globalId) ?? 0,
  globalId,
  slug: slug || slugOfName(name),
  name,
});

/** A record that events refer to but no table contains. */
export interface Mention {
  readonly named: NamedRecord;
  /** Place of the first reference, for messages. */
  readonly place: string;
}

/** Records of one list that tables contain or events refer to. */
export interface Names {
  /** Adds a record of a table. If several have the same name, the name refers to the first one. */
  add(named: NamedRecord): void;
  /** Returns the record with this global id or, if it has none, this slug. */
  byHandle(handle: string): NamedRecord | undefined;
  /** Adds a mention with this name and handle, and returns it. */
  mention(name: string, handle: string, place: string): NamedRecord;
  /** Returns the record with this name; adds a mention if no table contains it. */
  named(name: string, place: string): NamedRecord;
  /**
   * Returns the records of a cell with comma-separated names. Names that a table contains may include commas.
   */
  listed(cell: string, place: string): readonly NamedRecord[];
  mentions(): readonly Mention[];
}

export const createNames = (list: ImportedList): Names => {
  const byName = new Map<string, NamedRecord>();
  const byHandle = new Map<string, NamedRecord>();
  const mentions: Mention[] = [];
  const isTerm = list === "categories" || list === "tags";

  const mention = (written: string, handle: string, place: string): NamedRecord => {
    const name = written.trim();
    const named = isTerm ? namedTerm(name, handle || undefined) : namedPost(name, "", handle);
    mentions.push({ named, place });
    if (!byName.has(foldName(name))) byName.set(foldName(name), named);
    if (handle !== "") byHandle.set(handle, named);
    return named;
  };
  const named = (name: string, place: string): NamedRecord =>
    byName.get(foldName(name)) ?? mention(name, "", place);

  return {
    add(row) {
      if (!byName.has(foldName(row.name))) byName.set(foldName(row.name), row);
      byHandle.set(row.globalId || row.slug, row);
    },
    byHandle: (handle) => byHandle.get(handle),
    mention,
    named,
    listed(cell, place) {
      const pieces = cell.split(/[,\n]/);
      const found = new Set<NamedRecord>();
      for (let from = 0; from < pieces.length; ) {
        const upTo = (end: number): string => pieces.slice(from, end).join(",").trim();
        // Take the longest name that a table contains, or else the text up to the next comma.
        let to = Math.min(pieces.length, from + MAX_COMMAS + 1);
        while (to > from + 1 && !byName.has(foldName(upTo(to)))) to -= 1;
        if (upTo(to) !== "") found.add(named(upTo(to), place));
        from = to;
      }
      return [...found];
    },
    mentions: () => mentions,
  };
};
