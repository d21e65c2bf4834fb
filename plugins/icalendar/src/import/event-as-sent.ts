import type { KnownEventFields } from "@kalends/core/plugin";

/** True if the values of an event contain recurrence rules or dates. */
export const recurs = ({ recurrence }: KnownEventFields): boolean =>
  [recurrence?.rules, recurrence?.dates].some((list) => Array.isArray(list) && list.length > 0);

/**
 * Removes empty values, which a new event does not need. An empty website is kept: it states explicitly that
 * the event has none.
 */
export const withoutEmpty = (values: KnownEventFields): KnownEventFields =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        name === "website" || (value !== "" && !(Array.isArray(value) && value.length === 0)),
    ),
  );

/** Adds a note for the report if the image could not be fetched. */
export const noteImage = (adjustments: readonly { readonly reason: string }[], notes: string[]): void => {
  if (adjustments.some(({ reason }) => reason === "image-not-fetched"))
    notes.push("The image could not be fetched.");
};
