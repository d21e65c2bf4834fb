import type { Post, PostRepository } from "@kalends/core";
import { claimsSlug } from "@kalends/core";
import type { Connection, Value } from "./connection.ts";
import type { Session } from "./session.ts";
import { every, fromJson, isVisible, when } from "./sql.ts";

/** The tables of events, venues and organizers, which begin with the same columns. */
export type PostTable = "events" | "venues" | "organizers";

/** The look-ups that are the same for all three. */
export const createPostLookups = <T extends Post>(
  session: Session,
  table: PostTable,
): Omit<PostRepository<T, never>, "list" | "save"> => {
  const many = (sql: string, values: readonly Value[]): Promise<readonly T[]> =>
    session.read((connection) => connection.column<string>(sql, values).map(fromJson<T>));
  const one = async (sql: string, values: readonly Value[]): Promise<T | undefined> =>
    (await many(sql, values))[0];
  const byId = `SELECT json FROM ${table} WHERE id = ?`;
  return {
    find: (id) => one(byId, [id]),
    async findMany(ids) {
      const [only] = ids;
      if (only !== undefined && ids.length === 1) {
        const found = await one(byId, [only]);
        return found === undefined ? [] : [found];
      }
      return many(`SELECT json FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`, [
        JSON.stringify(ids),
      ]);
    },
    findBySlug: (slug) =>
      one(`SELECT json FROM ${table} WHERE slug = ? ORDER BY claims_slug DESC, id LIMIT 1`, [slug]),
    readAfter: (afterId, limit) =>
      many(`SELECT json FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`, [afterId, limit]),
    showing(imageId, limit, visible) {
      const where = every([
        { text: `${table}.image_id = ?`, values: [imageId] },
        ...when(visible, (shown) => isVisible(table, shown)),
      ]);
      return many(
        `SELECT json FROM ${table} INDEXED BY ${table}_by_image WHERE ${where.text} ORDER BY id LIMIT ?`,
        [...where.values, limit],
      );
    },
    due: (nowUtc, limit) =>
      many(
        `SELECT json FROM ${table} WHERE status = 'future' AND published_utc <= ? ORDER BY published_utc, id LIMIT ?`,
        [nowUtc, limit],
      ),
  };
};

/** Whether another record of the table holds the slug that this one claims. */
export const isSlugTaken = (connection: Connection, table: PostTable, post: Post): boolean =>
  claimsSlug(post) &&
  connection.value(`SELECT id FROM ${table} WHERE slug = ? AND claims_slug = 1 AND id <> ?`, [
    post.slug,
    post.id,
  ]) !== undefined;

/** The columns that all three tables begin with, by name. */
export const toPostColumns = (post: Post): Readonly<Record<string, Value>> => ({
  id: post.id,
  status: post.status,
  author: post.author,
  slug: post.slug,
  claims_slug: Number(claimsSlug(post)),
  published: post.date,
  published_utc: post.dateUtc,
  image_id: post.imageId ?? null,
});
