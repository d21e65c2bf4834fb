import type { Language } from "../../model/language.ts";
import type { DocumentRepository } from "../../ports/repositories/document-repository.ts";

/**
 * Name of the collection of preferences; no plugin can use this name. The key of a document is the user id.
 */
export const PREFERENCES_COLLECTION = "kalends/preferences";

export const TIME_FORMATS = [12, 24] as const;
export const THEMES = ["system", "light", "dark"] as const;

/** List with query parameters that a user has saved under a name. */
export type SavedView = {
  readonly name: string;
  /** Name of the list, such as `events`. */
  readonly list: string;
  /** Query parameters by name. */
  readonly query: Readonly<Record<string, string>>;
};

/**
 * Preferences of a user, which user interfaces read. Preferences that are not set are absent.
 * Source: rules/sign-in.md#preferences.
 */
export type Preferences = {
  readonly language?: Language;
  /** Number of hours on the clock: 12 or 24. */
  readonly time_format?: (typeof TIME_FORMATS)[number];
  readonly theme?: (typeof THEMES)[number];
  readonly views?: readonly SavedView[];
};

/** Repository of preferences, by user id. */
export interface StoredPreferences {
  find(userId: number): Promise<Preferences | undefined>;
  /** Stores the preferences of a user. An empty object removes the stored entry. */
  save(userId: number, preferences: Preferences): Promise<void>;
  remove(userId: number): Promise<boolean>;
}

export const storedPreferences = (
  documents: Pick<DocumentRepository, "find" | "save" | "remove">,
): StoredPreferences => ({
  // The type is safe, because only `save` writes these values.
  find: async (userId) =>
    (await documents.find(PREFERENCES_COLLECTION, String(userId))) as Preferences | undefined,
  async save(userId, preferences) {
    const place = { collection: PREFERENCES_COLLECTION, key: String(userId) };
    if (Object.keys(preferences).length > 0) await documents.save({ ...place, value: preferences });
    else await documents.remove(place.collection, place.key);
  },
  remove: (userId) => documents.remove(PREFERENCES_COLLECTION, String(userId)),
});
