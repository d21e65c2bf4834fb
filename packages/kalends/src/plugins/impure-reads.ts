import type { Owned, Policy } from "@kalends/core";
import type { PluginReads } from "@kalends/http";
import type { Contributions } from "./contributions.ts";

interface Part {
  readonly value: { readonly pure?: boolean };
}

/**
 * In which reads a plugin, or a policy of the host, takes part with something that it does not declare pure. Events show venues and
 * organizers with their members, and descriptions the defaults of parameters.
 */
export const impureReads = (
  { eventFilters, venueFilters, organizerFilters, members, formats, routes }: Contributions,
  policies: readonly Owned<Policy>[],
): ReadonlySet<PluginReads> => {
  // What policies narrow by is part of every read of records.
  const narrowing = policies.filter(({ value }) => value.narrow !== undefined);
  const membersOf = (kind: string): readonly Part[] => members.filter(({ value }) => value.record === kind);
  const formatsOf = (name: string): readonly Part[] => formats.filter(({ value }) => value.list === name);
  const parts: readonly (readonly [PluginReads, readonly Part[]])[] = [
    ["events", [...narrowing, ...eventFilters, ...members, ...formatsOf("events")]],
    ["venues", [...narrowing, ...venueFilters, ...membersOf("venue"), ...formatsOf("venues")]],
    [
      "organizers",
      [...narrowing, ...organizerFilters, ...membersOf("organizer"), ...formatsOf("organizers")],
    ],
    ["images", narrowing],
    ["routes", narrowing],
    // Pages show records and what is found of them.
    ["website", [...narrowing, ...eventFilters, ...venueFilters, ...organizerFilters, ...members]],
    ["descriptions", [...eventFilters, ...venueFilters, ...organizerFilters, ...routes]],
  ];
  const impure = parts.filter(([, those]) => those.some(({ value }) => value.pure !== true));
  return new Set(impure.map(([reads]) => reads));
};
