import { setImmediate as nextTurn } from "node:timers/promises";
import { type MergedRecord, type MergeRepository, mergedRecords } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { WRITING_CACHE } from "../database/page-cache.ts";
import { PREFIX } from "../database/prefix.ts";
import { finishMove, moveLinks, removeMergedTerms } from "../queries/moved-links.ts";
import type { DeferredWork, Session } from "../transactions/transactions.ts";
import { createDocumentRepository } from "./document-repository.ts";
import { removeOrganizer, removeVenue } from "./linked-repository.ts";

const TABLES = { venue: "venues", organizer: "organizers", category: "terms", tag: "terms" } as const;

export const createMergeRepository = (session: Session): MergeRepository => {
  const merged = mergedRecords(createDocumentRepository(session));
  return {
    targetsOf: merged.targetsOf,
    targetOfSlug: merged.targetOfSlug,
    merge: (merge) =>
      session.grouped(async () => {
        const { kind, targetId, sourceIds } = merge;
        const links = { kind, target: targetId, sources: JSON.stringify(sourceIds) };
        const records = await session.read((connection) => toMerged(connection, links.sources, merge));
        // Many events may have links, so other work runs between the steps.
        await session.write((connection) => setCache(connection, LARGE_CACHE));
        try {
          while (await session.write((connection) => moveLinks(connection, links))) await nextTurn();
        } finally {
          await session.write((connection) => setCache(connection, WRITING_CACHE));
        }
        await session.write((connection, later) => {
          finishMove(connection, later.usage, links);
          if (kind === "category" || kind === "tag") return removeMergedTerms(connection, links);
          for (const id of sourceIds) REMOVE[kind](connection, later, id);
        });
        for (const record of records) {
          await merged.redirect(kind, record.id, targetId);
          await merged.save(record);
        }
      }),
  };
};

/**
 * Size of SQLite's page cache while links are moved; a negative number is in KiB. Moving links changes many
 * pages, and with a larger cache SQLite writes each of them less often.
 */
const LARGE_CACHE = -128_000;

const setCache = (connection: Connection, size: number): void =>
  connection.script(`PRAGMA cache_size = ${size}`);

const REMOVE: Readonly<
  Record<"venue" | "organizer", (connection: Connection, later: DeferredWork, id: number) => boolean>
> = { venue: removeVenue, organizer: removeOrganizer };

/**
 * Returns a merged record for each source: its id, the id of the target, and its slug. A record in the trash
 * no longer has a slug of its own.
 */
const toMerged = (
  connection: Connection,
  sources: string,
  { kind, targetId }: Pick<MergedRecord, "kind"> & { readonly targetId: number },
): readonly MergedRecord[] =>
  connection
    .column<string>(
      `SELECT json_array(id, slug, json ->> '$.status') FROM ${PREFIX}${TABLES[kind]}
       WHERE id IN (SELECT value FROM json_each(?))`,
      [sources],
    )
    .map((row) => {
      // The type is safe, because the statement above returns it.
      const [id, slug, status] = JSON.parse(row) as readonly [number, string, string | null];
      const hasSlug = slug !== "" && status !== "trash";
      return { kind, id, mergedInto: targetId, ...(hasSlug && { slug }) };
    });
