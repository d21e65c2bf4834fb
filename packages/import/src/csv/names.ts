import { createHash } from "node:crypto";
import { foldName, type ImportedList, toSlug } from "@kalends/core";

/** Above all ids that a record may keep: what tables name gets ids of ours. */
export const NO_ID: number = 2 ** 52 + 1;
/** Names with more commas are lists. */
const MOST_COMMAS = 8;

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The slug of what has only a name; also of one without a letter. */
export const slugOfName = (name: string): string => toSlug(name) || digestOf(name).toString("hex", 0, 8);

/** The id in a global id such as `old.example?id=12`; `undefined` for other texts. */
export const idIn = (globalId: string): number | undefined => {
  const id = Number(/^[^\s<>?"']+\?id=(\d{1,15})$/.exec(globalId)?.[1] ?? 0);
  return id > 0 ? id : undefined;
};

/** A venue, an organizer or a term as events name it. */
export interface Named {
  /** Of terms one that follows from the slug, so that children can name their parents; of posts 0 without a global id. */
  readonly id: number;
  /** `""` where it has none. */
  readonly globalId: string;
  readonly slug: string;
  readonly name: string;
}

/** What a table says of a term. */
export const namedTerm = (name: string, slug: string = slugOfName(name)): Named => {
  const digest = digestOf(slug);
  return { id: NO_ID + digest.readUIntBE(0, 6) * 8 + ((digest[6] ?? 0) >> 5), globalId: "", slug, name };
};

/** What a table says of a venue or an organizer. */
export const namedPost = (name: string, slug: string, globalId: string): Named => ({
  id: idIn(globalId) ?? 0,
  globalId,
  slug: slug || slugOfName(name),
  name,
});

/** What only events name. */
export interface Mention {
  readonly named: Named;
  /** Where it was named first. */
  readonly place: string;
}

/** The records of a list that events name. */
export interface Names {
  /** One that a table has; of several with one name the first is meant by it. */
  add(named: Named): void;
  /** The one with this global id or, without one, this slug. */
  byHandle(handle: string): Named | undefined;
  /** The one of this name and handle, which is a mention. */
  mention(name: string, handle: string, place: string): Named;
  /** The one of this name, which is a mention where no table has it. */
  named(name: string, place: string): Named;
  /** Those that a cell lists between commas; a name that a table has may have commas itself. */
  listed(cell: string, place: string): readonly Named[];
  mentions(): readonly Mention[];
}

export const createNames = (list: ImportedList): Names => {
  const byName = new Map<string, Named>();
  const byHandle = new Map<string, Named>();
  const mentions: Mention[] = [];
  const isTerm = list === "categories" || list === "tags";

  const mention = (written: string, handle: string, place: string): Named => {
    const name = written.trim();
    const named = isTerm ? namedTerm(name, handle || undefined) : namedPost(name, "", handle);
    mentions.push({ named, place });
    if (!byName.has(foldName(name))) byName.set(foldName(name), named);
    if (handle !== "") byHandle.set(handle, named);
    return named;
  };
  const named = (name: string, place: string): Named =>
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
      const found = new Set<Named>();
      for (let from = 0; from < pieces.length; ) {
        const upTo = (end: number): string => pieces.slice(from, end).join(",").trim();
        // The longest name that a table has, or else what stands before the next comma.
        let to = Math.min(pieces.length, from + MOST_COMMAS + 1);
        while (to > from + 1 && !byName.has(foldName(upTo(to)))) to -= 1;
        if (upTo(to) !== "") found.add(named(upTo(to), place));
        from = to;
      }
      return [...found];
    },
    mentions: () => mentions,
  };
};
