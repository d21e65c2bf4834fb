import { CalendarError, invalidParameter, type Problem } from "../../errors.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { Store } from "../../ports/store.ts";
import { LARGEST_DOCUMENT } from "../../queries/document-query.ts";
import type { Actor } from "../../rights/actor.ts";
import { PREFERENCE_FIELDS, type PreferenceChanges } from "./preference-fields.ts";
import { type Preferences, storedPreferences } from "./preferences.ts";

/** Operations on the preferences of the caller. */
export interface PreferenceOperations {
  readonly read: CollectionOperation<Readonly<Record<never, never>>, Preferences>;
  /** Changes the preferences that were sent and returns all preferences. */
  readonly change: CollectionOperation<PreferenceChanges, Preferences>;
}

const isUser = ({ id }: Actor): boolean => id !== undefined;

const userOf = ({ id }: Actor): number => {
  if (id === undefined) throw new CalendarError("rest_forbidden");
  return id;
};

const merge = (stored: Preferences, changes: PreferenceChanges): Preferences =>
  Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null));

/**
 * Creates the operations on preferences. Only callers with a user id may use them.
 * Source: rules/sign-in.md#preferences.
 */
export const createPreferenceOperations = (
  store: Pick<Store, "documents" | "transaction">,
): PreferenceOperations => ({
  read: {
    method: "read",
    parameters: {},
    permits: isUser,
    run: async (_values, { actor }) => (await storedPreferences(store.documents).find(userOf(actor))) ?? {},
  },
  change: {
    method: "update",
    parameters: PREFERENCE_FIELDS,
    shown: new Set(),
    permits: isUser,
    async run(changes, { actor, adjustments = [] }) {
      const unknown = adjustments.map(({ parameter, reason }): [string, Problem] => [parameter, { reason }]);
      if (unknown.length > 0)
        throw new CalendarError("rest_invalid_param", { problems: Object.fromEntries(unknown) });
      const userId = userOf(actor);
      return store.transaction(async ({ documents }) => {
        const preferences = storedPreferences(documents);
        const changed = merge((await preferences.find(userId)) ?? {}, changes);
        // Other preferences are short, so only `views` can exceed this limit.
        if (JSON.stringify(changed).length > LARGEST_DOCUMENT)
          throw invalidParameter("views", { reason: "too-long", values: { maximum: LARGEST_DOCUMENT } });
        await preferences.save(userId, changed);
        return changed;
      });
    },
  },
});
