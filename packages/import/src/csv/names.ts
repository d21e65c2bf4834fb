import { createHash } from "node:crypto";
import { type ImportedList, toSlug } from "@kalends/core";
import { foldName } from "@kalends/core/storage";

/**
 * Lower bound of the ids that the import generates for records in CSV tables. Source ids above
 * `HIGHEST_LISTED_ID` never become local ids, so these records get new local ids.
 */
export const NO_ID: number = 2 ** 52 + 1;
/** Maximum number of commas inside one name. `Names.listed` does not look up longer pieces of a cell. */
const MAX_COMMAS = 8;

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Returns the slug for a name. A name from which no slug can be formed, such as `???`, gets a slug from its
 * digest.
 */
export const slugOfName = (name: string): string => toSlug(name) || digestOf(name).toString("hex", 0, 8);

/**
 * Returns the id at the end of a global id such as `old.example?id=12`. Returns `undefined` for other texts.
 */
export const idInGlobalId = (globalId: string): number | undefined => {
  const id = Number(/^[^\s<>?"']+\?id=(\d{1,15})$/.exec(globalId)?.[1] ?? 0);
  return id > 0 ? id : undefined;
};

/** Venue, organizer, category or tag, with the data by which events refer to it. */
export interface NamedRecord {
  /**
   * Source id of the record. The id of a term is computed from its slug, so that child categories can refer
   * to their parents. The id of a post is the one in its global id, else 0.
   */
  readonly id: number;
  /** Global id; `""` if the table gives none. */
  readonly globalId: string;
  readonly slug: string;
  readonly name: string;
}

/** Returns a category or tag with an id that is computed from the slug. */
export const namedTerm = (name: string, slug: string = slugOfName(name)): NamedRecord => {
  const digest = digestOf(slug);
  return { id: NO_ID + digest.readUIntBE(0, 6) * 8 + ((digest[6] ?? 0) >> 5), globalId: "", slug, name };
};

/** Returns a venue or organizer with the id from its global id. */
export const namedPost = (name: string, slug: string, globalId: string): NamedRecord => ({
  id: idInGlobalId(globalId) ?? 0,
  globalId,
  slug: slug || slugOfName(name),
  name,
});

/** A record that events refer to but no table contains. */
export interface Mention {
  readonly named: NamedRecord;
  /** Place of the first row that refers to the record, for messages. */
  readonly place: string;
}

/** Lookup of the records of one list that tables contain or events refer to. */
export interface Names {
  /**
   * Adds a record that a table contains. If several records have the same name, lookups by name return the
   * first.
   */
  add(named: NamedRecord): void;
  /** Returns the record with this global id, or the record without a global id that has this slug. */
  byHandle(handle: string): NamedRecord | undefined;
  /** Adds a record that no table contains, with this name and global id or slug. Returns the record. */
  mention(name: string, handle: string, place: string): NamedRecord;
  /**
   * Returns the record with this name. Adds a mention if neither a table nor an earlier mention has the name.
   */
  named(name: string, place: string): NamedRecord;
  /**
   * Returns the records for a cell of names that are separated by commas or line breaks. A name that a table
   * contains may itself include commas.
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
        // Take the longest name that a table contains. Without a match, take the text up to the next comma.
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
