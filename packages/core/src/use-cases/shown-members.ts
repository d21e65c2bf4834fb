import type { MemberNames, OperationDeps } from "./operation-deps.ts";

/**
 * The members that records of a kind show, those that plugins add included: what a client read and sends back is nothing
 * unknown, whether it can be written or not.
 */
export const shownMembers = (
  kind: keyof MemberNames,
  { memberNames, extensions, eventFilters, venueFilters = [], organizerFilters = [] }: OperationDeps,
): ReadonlySet<string> => {
  if (kind === "category" || kind === "tag") return new Set(memberNames[kind]);
  const decorations = {
    event: eventFilters.map(({ decorates }) => decorates?.event),
    venue: [
      ...eventFilters.map(({ decorates }) => decorates?.venue),
      ...venueFilters.map(({ decorates }) => decorates),
    ],
    organizer: organizerFilters.map(({ decorates }) => decorates),
  };
  return new Set([
    ...memberNames[kind],
    ...(extensions?.memberNames(kind) ?? []),
    ...decorations[kind].flatMap((schemas = {}) => Object.keys(schemas)),
  ]);
};
