import { type DocumentCollection, documentForm, type PluginDeps } from "@kalends/core/plugin";
import type { PagesOptions } from "../options.ts";

/** Names of the looks: the options that administrators can also set over the interface. */
export const LOOK_NAMES = ["title", "weekStart", "theme", "links"] as const;
export type LookName = (typeof LOOK_NAMES)[number];

/** Title, first day of the week, theme variables and links of the pages. */
export type Looks = Pick<PagesOptions, LookName>;

/** Change of stored looks; `null` removes a value. */
export type LooksChange = { readonly [Name in LookName]?: Looks[Name] | null };

const { integer, list, object, optional, text } = documentForm;

export const LOOK_DOCUMENTS: DocumentCollection = {
  name: "looks",
  isWellFormed: object({
    title: optional(text),
    weekStart: optional(integer),
    theme: optional(list(text)),
    links: optional(list(text)),
  }),
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
