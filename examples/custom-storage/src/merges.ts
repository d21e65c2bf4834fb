import * as storage from "@kalends/core/storage";
import type { Access } from "./contents.ts";
import { counted, editEvents } from "./events.ts";

const RECORDS = { venue: "venues", organizer: "organizers", category: "terms", tag: "terms" } as const;

type Links = Pick<storage.OccurrenceChanges, "venueId" | "organizerIds" | "categoryIds" | "tagIds">;

/** Creates the repository of merges. It moves all links at once. */
export const createMerges = (
  { change }: Access,
  documents: storage.DocumentRepository,
): storage.MergeRepository => {
  const merged = storage.mergedRecords(documents);
  return {
    targetsOf: merged.targetsOf,
    targetOfSlug: merged.targetOfSlug,
    async merge({ kind, targetId, sourceIds }) {
      const isSource = (id: unknown) => sourceIds.some((source) => source === id);
      const inList = (ids: readonly number[]) => [
        ...new Set(ids.map((id) => (isSource(id) ? targetId : id))),
      ];
      const moved = <T extends Links>(links: T): T => {
        if (kind === "venue") return isSource(links.venueId) ? { ...links, venueId: targetId } : links;
        const member = ({ organizer: "organizerIds", category: "categoryIds", tag: "tagIds" } as const)[kind];
        const ids = links[member];
        return ids ? { ...links, [member]: inList(ids) } : links;
      };
      const removed = await change((all) => {
        const records = RECORDS[kind];
        const sources = all[records].filter(({ id }) => isSource(id));
        Object.assign(all, { [records]: all[records].filter(({ id }) => !isSource(id)) });
        all.terms = all.terms.map((term) =>
          kind === "category" && isSource(term.parentId)
            ? counted(term, { ...term, parentId: targetId })
            : term,
        );
        editEvents(all, moved, moved);
        return sources;
      });
      for (const record of removed) {
        const hasSlug = record.slug !== "" && !("status" in record && record.status === "trash");
        await merged.redirect(kind, record.id, targetId);
        await merged.save({
          kind,
          id: record.id,
          mergedInto: targetId,
          ...(hasSlug && { slug: record.slug }),
        });
      }
    },
  };
};
