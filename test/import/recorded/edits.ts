import type { HtmlCleaner } from "@kalends/core";

type Members = Readonly<Record<string, unknown>>;

/** Change on the recorded site, with the expected record in the calendar after the next import. */
export interface Edit {
  readonly n: number;
  readonly site?: string;
  readonly list: string;
  readonly id: number;
  readonly what: string;
  readonly right: {
    readonly state: "there" | "in the trash" | "kept, not public" | "as it was";
    readonly members?: Members;
  };
}

export interface SeenRecord {
  /** Id of the imported record in the calendar. */
  readonly id: number;
  /** Record as the API returns it; `undefined` if it is deleted or in the trash. */
  readonly shown: Members | undefined;
}

/** Imported records, by list and by their id at the source. */
export interface SeenSite {
  readonly lists: Readonly<Record<string, ReadonlyMap<number, SeenRecord>>>;
  readonly images: ReadonlyMap<number, Members>;
}

const membersOf = (value: unknown): Members =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

const listOf = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.map(membersOf) : []);

/** Returns the visible text of a value. */
const read = (value: unknown, cleaner: HtmlCleaner): string =>
  cleaner
    .toText(String(value ?? ""))
    .replace(/[‘’′]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, " ")
    .trim();

const TEXTS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "excerpt",
  "venue",
  "organizer",
  "name",
  "city",
  "cost",
]);

/** Returns the actual and the expected value of a changed member. */
const compared = (
  name: string,
  wanted: unknown,
  shown: Members,
  { lists, images }: SeenSite,
  cleaner: HtmlCleaner,
): readonly [is: unknown, should: unknown] => {
  const ours = (list: string, id: unknown): unknown => lists[list]?.get(Number(id))?.id;
  const oursOf = (list: string): readonly unknown[] =>
    (Array.isArray(wanted) ? wanted : []).map((id) => ours(list, id));
  const idsOf = (member: string): readonly unknown[] => listOf(shown[member]).map(({ id }) => id);
  const [member = "", aspect = ""] = name.split(/[. ]/);
  const text = read(shown[member], cleaner);
  if (name === "venue.id")
    return [membersOf(shown.venue).id ?? null, wanted === null ? null : ours("venues", wanted)];
  if (name === "organizer.ids") return [idsOf("organizer"), oursOf("organizers")];
  if (name === "categories.ids") return [idsOf("categories").toSorted(), oursOf("categories").toSorted()];
  if (name === "tags.names")
    return [
      listOf(shown.tags)
        .map((tag) => read(tag.name, cleaner))
        .sort(),
      (Array.isArray(wanted) ? wanted : []).map((tag) => read(tag, cleaner)).sort(),
    ];
  if (name === "image.file") {
    const image = images.get(Number(membersOf(shown.image).id));
    return [decodeURI(String(image?.sourceUrl ?? "")).replace(/^.*\//s, ""), wanted];
  }
  if (name === "parent.there") return [shown.parent, ours("categories", wanted)];
  if (name === "author.there") return [Number(shown.author), wanted];
  if (name === "cost.number") return [text.replace(/\D/g, ""), wanted];
  if (aspect === "contains") return [text.includes(String(wanted)), true];
  if (aspect === "lacks") return [text.includes(String(wanted)), false];
  if (name === "website" && shown.website === shown.url) return ["", wanted];
  if (TEXTS.has(name)) return [text, read(wanted, cleaner)];
  return [aspect === "" ? shown[member] : membersOf(shown[member])[aspect], wanted];
};

/** Compares an imported record with what the change leads to. Returns the differences as sentences. */
export const problemsOf = (edit: Edit, site: SeenSite, cleaner: HtmlCleaner): readonly string[] => {
  const { n, list, id, what, right } = edit;
  const say = (problem: string): string => `${n}, ${list} ${id} (${what}): ${problem}`;
  const record = site.lists[list]?.get(id);
  const shown = list === "media" ? site.images.get(id) : record?.shown;
  const isTrashed = shown === undefined || shown.status === "trash";
  if (right.state === "as it was") return [];
  if (right.state === "in the trash") return isTrashed ? [] : [say(`is still ${shown.status}`)];
  if (isTrashed) return [say("is not here")];
  const isOpen = right.state === "kept, not public" && shown.status === "publish";
  const differences = Object.entries(right.members ?? {}).flatMap(([name, wanted]) => {
    const [is, should] = compared(name, wanted, shown, site, cleaner);
    return JSON.stringify(is) === JSON.stringify(should)
      ? []
      : [say(`${name} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`)];
  });
  return [...(isOpen ? [say("is public")] : []), ...differences];
};
