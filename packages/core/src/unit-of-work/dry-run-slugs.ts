import type { Post } from "../model/post.ts";
import { freeSlug } from "../model/text/slug.ts";
import type { PostRepository } from "../ports/repositories/post-repository.ts";
import type { Actor } from "../rights/actor.ts";
import type { PostStatuses } from "../rights/record-rights.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

type Posts<T extends Post> = Pick<PostRepository<T, never>, "find" | "findMany" | "findBySlug" | "save">;

/**
 * Returns the unit of work with changed look-ups of slugs, for a dry run.
 * Slugs of records that the actor may not read count as free, so that the response does not reveal these
 * records. A real write would choose another slug.
 * Source: rules/rights.md#taken-slugs.
 */
export const withoutHiddenSlugs = (
  unit: UnitOfWork,
  actor: Actor,
  postStatuses: Pick<PostStatuses, "canRead">,
): UnitOfWork => {
  const override = <T extends Post, Repository extends Posts<T>>(
    posts: Repository & Posts<T>,
  ): Repository => {
    /**
     * Slugs that the response shows, by the ids of records that the dry run stores under another slug. The
     * store does not accept the same slug twice.
     */
    const shown = new Map<number, string>();
    const toShown = (record: T): T => {
      const slug = shown.get(record.id);
      return slug === undefined ? record : { ...record, slug };
    };
    /** True if the response must not reveal that this record has the slug. */
    const isHidden = (record: T): boolean => shown.has(record.id) || !postStatuses.canRead(record, actor);
    const members: Posts<T> = {
      async find(id) {
        const found = await posts.find(id);
        return found && toShown(found);
      },
      findMany: async (ids) => (await posts.findMany(ids)).map(toShown),
      async findBySlug(slug) {
        const [own] = [...shown].find(([, one]) => one === slug) ?? [];
        if (own !== undefined) return members.find(own);
        const found = await posts.findBySlug(slug);
        return found === undefined || isHidden(found) ? undefined : found;
      },
      async save(record) {
        const holder = record.slug === "" ? undefined : await posts.findBySlug(record.slug);
        shown.delete(record.id);
        if (holder === undefined || holder.id === record.id || !isHidden(holder)) return posts.save(record);
        const isTaken = async (slug: string): Promise<boolean> =>
          (await posts.findBySlug(slug)) !== undefined;
        const saved = await posts.save({ ...record, slug: await freeSlug(record.slug, isTaken) });
        shown.set(record.id, record.slug);
        return saved;
      },
    };
    return { ...posts, ...members };
  };
  return {
    ...unit,
    events: override(unit.events),
    venues: override(unit.venues),
    organizers: override(unit.organizers),
  };
};
