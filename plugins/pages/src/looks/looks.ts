import { type DocumentCollection, documentForm, type PluginDeps } from "@kalends/core/plugin";
import { LINK, type PagesOptions, VARIABLE } from "../options.ts";

/** Names of the looks: the options that administrators can also set over the interface. */
export const LOOK_NAMES = ["title", "weekStart", "theme", "links"] as const;
export type LookName = (typeof LOOK_NAMES)[number];

/** Title, first day of the week, theme variables and links of the pages. */
export type Looks = Pick<PagesOptions, LookName>;

/** Change of stored looks; `null` removes a value. */
export type LooksChange = { readonly [Name in LookName]?: Looks[Name] | null };

const { integer, list, object, optional, text } = documentForm;

const matches =
  (form: RegExp) =>
  (value: unknown): value is string =>
    typeof value === "string" && form.test(value);

const hasForm = object({
  title: optional(text),
  weekStart: optional(integer),
  theme: optional(list(matches(VARIABLE))),
  links: optional(list(matches(LINK))),
});

export const LOOK_DOCUMENTS: DocumentCollection = {
  name: "looks",
  // Archives may come from strangers, so entries are checked as those of requests are.
  isWellFormed: (value) =>
    hasForm(value) && Object.keys(value).every((name) => LOOK_NAMES.some((known) => known === name)),
};

const KEY = "looks";

/** Looks of the pages, from the options and the storage. */
export interface StoredLooks {
  /** Names of the looks that the options set. Their stored values have no effect. */
  readonly fixed: readonly LookName[];
  /** Returns the looks in use. Reads the storage each time, so that all processes show the same looks. */
  read(): Promise<Looks>;
  /** Stores changed looks and returns the looks in use. */
  change(changes: LooksChange): Promise<Looks>;
}

export const createStoredLooks = (
  options: PagesOptions,
  { collection }: Pick<PluginDeps, "collection">,
): StoredLooks => {
  const stored = collection<Looks>(LOOK_DOCUMENTS.name);
  const fixed = LOOK_NAMES.filter((name) => options[name] !== undefined);
  const ofOptions: Looks = Object.fromEntries(fixed.map((name) => [name, options[name]]));
  return {
    fixed,
    read: async () => ({ ...(await stored.get(KEY)), ...ofOptions }),
    async change(changes) {
      const kept = await stored.change(KEY, (current) =>
        Object.fromEntries(
          Object.entries({ ...current, ...changes }).filter(
            ([, value]) => value !== null && value !== undefined,
          ),
        ),
      );
      return { ...kept, ...ofOptions };
    },
  };
};
