import { type Merge, type MergeRepository, mergedRecords } from "@kalends/core/storage";
import { type Access, collectionOf } from "../database/collections.ts";
import { isTermKind, lockAgainstNewLinks, moveSome } from "../merging/move-links.ts";
import { readPending, replacePending } from "../merging/pending-merges.ts";
import { recountTerm } from "../queries/term-usage.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import { createDocumentRepository } from "./document-repository.ts";
import { removeLinked } from "./linked-repository.ts";
import { removeMergedTerms } from "./term-repository.ts";

/** Slug and status of a record before its merge. */
interface Source {
  readonly _id: number;
  readonly slug: string;
  readonly status?: string;
}

const COLLECTIONS = { venue: "venues", organizer: "organizers", category: "terms", tag: "terms" } as const;

export const createMergeRepository = (session: Session): MergeRepository => {
  const documents = createDocumentRepository(session);
  const merged = mergedRecords(documents);
  return {
    targetsOf: merged.targetsOf,
    targetOfSlug: merged.targetOfSlug,
    // Steps run one after another, so a step must not start another one.
    async merge(merge) {
      const { kind, targetId, sourceIds } = merge;
      const earlier = (await session.read(readPending)).filter(
        (one) => one.kind === kind && (one.targetId === targetId || sourceIds.includes(one.targetId)),
      );
      const sources = await session.read((access) => findSources(access, merge));
      await session.write((access) => removeSources(access, merge));
      for (const { _id: id, slug, status } of sources) {
        const hasSlug = slug !== "" && status !== "trash";
        await merged.redirect(kind, id, targetId);
        await merged.save({ kind, id, mergedInto: targetId, ...(hasSlug && { slug }) });
      }
      const links = { kind, targetId, sourceIds: [...sourceIds, ...earlier.map(({ id }) => id)] };
      await session.write(async (access) => {
        const areMoved = await moveSome(access, links);
        if (!areMoved && isTermKind(kind)) await recountTerm(access, targetId, links.sourceIds);
        const pending = areMoved ? [] : links.sourceIds.map((id) => ({ kind, id, targetId }));
        await replacePending(access, [...earlier, ...pending], pending);
      });
    },
    hasPortions: async () => (await session.read(readPending)).length > 0,
    movePortion: () =>
      session.write(async (access) => {
        const all = await readPending(access);
        const [first] = all;
        if (first === undefined) return false;
        const { kind, targetId } = first;
        const same = all.filter((one) => one.kind === kind && one.targetId === targetId);
        const links = { kind, targetId, sourceIds: same.map(({ id }) => id) };
        if (!(await moveSome(access, links))) return true;
        await replacePending(access, same, []);
        return all.length > same.length;
      }),
  };
};

const findSources = (
  access: Access,
  { kind, sourceIds }: Pick<Merge, "kind" | "sourceIds">,
): Promise<readonly Source[]> =>
  collectionOf(access, COLLECTIONS[kind])
    .find<Source>(
      { _id: { $in: [...sourceIds] } },
      { ...access.reading, projection: { slug: 1, status: 1 }, batchSize: BATCH },
    )
    .toArray();

/**
 * Removes the sources and frees their slugs. Transactions that link events to a source then conflict with
 * this one.
 */
const removeSources = async (access: Access, { kind, targetId, sourceIds }: Merge): Promise<void> => {
  await lockAgainstNewLinks(access, kind, sourceIds);
  if (isTermKind(kind)) await removeMergedTerms(access, targetId, sourceIds);
  else for (const id of sourceIds) await removeLinked(access, kind, id);
};
