import type { PluginReads } from "@kalends/http";
import type { Contributions } from "./contributions.ts";

interface Part {
  readonly value: { readonly pure?: boolean };
}

/**
 * In which reads a plugin takes part with something that it does not declare pure. Events show venues and organizers with
 * their members, and descriptions the defaults of parameters.
 */
export const impureReads = ({
  eventFilters,
  venueFilters,
  organizerFilters,
  members,
  formats,
  routes,
}: Contributions): ReadonlySet<PluginReads> => {
  const membersOf = (kind: string): readonly Part[] => members.filter(({ value }) => value.record === kind);
  const formatsOf = (name: string): readonly Part[] => formats.filter(({ value }) => value.list === name);
  const parts: readonly (readonly [PluginReads, readonly Part[]])[] = [
    ["events", [...eventFilters, ...members, ...formatsOf("events")]],
    ["venues", [...venueFilters, ...membersOf("venue"), ...formatsOf("venues")]],
    ["organizers", [...organizerFilters, ...membersOf("organizer"), ...formatsOf("organizers")]],
    ["descriptions", [...eventFilters, ...venueFilters, ...organizerFilters, ...routes]],
  ];
  const impure = parts.filter(([, those]) => those.some(({ value }) => value.pure !== true));
  return new Set(impure.map(([reads]) => reads));
};
