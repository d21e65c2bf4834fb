import type { KnownEventFields } from "@kalends/core/plugin";

/** True if the values contain a recurrence. */
export const recurs = ({ recurrence }: KnownEventFields): boolean =>
  [recurrence?.rules, recurrence?.dates].some((list) => Array.isArray(list) && list.length > 0);

/**
 * Removes empty values, because new records are empty by default. An empty website is kept, because it states
 * that the event has none.
 */
export const withoutEmpty = (values: KnownEventFields): KnownEventFields =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        name === "website" || (value !== "" && !(Array.isArray(value) && value.length === 0)),
    ),
  );

/** Notes an image that could not be fetched. */
export const noteImage = (adjustments: readonly { readonly reason: string }[], notes: string[]): void => {
  if (adjustments.some(({ reason }) => reason === "image-not-fetched"))
    notes.push("The image could not be fetched.");
};
