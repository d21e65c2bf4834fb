import type { Logger, Owned } from "@kalends/core";
import type { Policy } from "@kalends/core/interface";
import type { PluginReads } from "@kalends/http";
import type { Contributions } from "./contributions.ts";

type Part = Owned<{ readonly pure?: boolean | undefined }>;

/**
 * Kinds of reads whose responses cannot be cached. The value of a kind lists the plugins, and the host, whose
 * contributions are not declared pure.
 */
export type ImpureReads = ReadonlyMap<PluginReads, readonly string[]>;

/**
 * Returns the kinds of reads that cannot be cached, because a plugin or a policy of the host affects them and
 * is not declared pure. Events also show venues and organizers, so members of these count for events too. API
 * descriptions show default values of parameters, so filters and routes count for descriptions.
 */
export const impureReads = (
  { eventFilters, venueFilters, organizerFilters, members, formats, routes }: Contributions,
  policies: readonly Owned<Policy>[],
): ImpureReads => {
  // A policy affects every read of records.
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
    // Web pages show records and search results.
    ["website", [...narrowing, ...eventFilters, ...venueFilters, ...organizerFilters, ...members]],
    ["descriptions", [...eventFilters, ...venueFilters, ...organizerFilters, ...routes]],
  ];
  return new Map(
    parts
      .map(([reads, those]) => {
        const impure = those.filter(({ value }) => value.pure !== true);
        return [reads, [...new Set(impure.map(({ plugin }) => plugin))]] as const;
      })
      .filter(([, owners]) => owners.length > 0),
  );
};

/**
 * Logs one line for each kind of read that cannot be cached, because uncached responses cost many times more.
 */
export const logImpureReads = (reads: ImpureReads, logger: Pick<Logger, "info">): void => {
  for (const [responses, plugins] of reads)
    logger.info("responses are not cached: not all contributions to them are declared pure", {
      responses,
      plugins,
    });
};
