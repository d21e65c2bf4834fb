import type { KnownEventFields } from "@kalends/core/plugin";

/** True if the values have a recurrence set. */
export const recurs = ({ recurrence }: KnownEventFields): boolean =>
  [recurrence?.rules, recurrence?.dates].some((list) => Array.isArray(list) && list.length > 0);

/** A new record has nothing where nothing is said; only that an event has no website can be said. */
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
