import type { Logger, Owned } from "@kalends/core";
import type { Policy } from "@kalends/core/interface";
import type { PluginReads } from "@kalends/http";
import type { Contributions } from "./contributions.ts";

type Part = Owned<{ readonly pure?: boolean | undefined }>;

/** Reads whose responses are not kept, each with who takes part in it with something that is not pure. */
export type ImpureReads = ReadonlyMap<PluginReads, readonly string[]>;

/**
 * In which reads a plugin, or a policy of the host, takes part with something that it does not declare pure. Events show venues and
 * organizers with their members, and descriptions the defaults of parameters.
 */
export const impureReads = (
  { eventFilters, venueFilters, organizerFilters, members, formats, routes }: Contributions,
  policies: readonly Owned<Policy>[],
): ImpureReads => {
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
  return new Map(
    parts
      .map(([reads, those]) => {
        const impure = those.filter(({ value }) => value.pure !== true);
        return [reads, [...new Set(impure.map(({ plugin }) => plugin))]] as const;
      })
      .filter(([, owners]) => owners.length > 0),
  );
};

/** One line for each kind of read: what is made anew for each request costs many times what is kept. */
export const logImpureReads = (reads: ImpureReads, logger: Pick<Logger, "info">): void => {
  for (const [responses, plugins] of reads)
    logger.info("responses are not kept: not everything that adds to them is declared pure", {
      responses,
      plugins,
    });
};
