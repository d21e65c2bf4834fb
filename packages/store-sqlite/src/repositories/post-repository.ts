import type { Post } from "@kalends/core";
import { claimsSlug, type Paging, type PostRepository } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { type ListRequest, SOURCES } from "../queries/lists.ts";
import { every, isVisible, sql, when } from "../queries/sql.ts";
import {
  type Column,
  createReader,
  type ListingSession,
  type Loading,
  readInOrder,
  readJson,
} from "./records.ts";

/** The tables of events, venues and organizers, which share their first columns. */
type PostTable = "events" | "venues" | "organizers";

/** Creates the repository methods that all three share. */
export const createPostRepository = <T extends Post, Query extends Paging>(
  session: ListingSession,
  table: PostTable,
  toQuestion: (query: Query) => ListRequest,
  loading?: Loading<T>,
): Omit<PostRepository<T, Query>, "save"> => {
  const { find, findMany, one, many, list } = createReader<T>(session, SOURCES[table], loading);
  // Occurrences are excluded.
  const single = table === "events" ? "series_id IS NULL" : "true";
  return {
    find,
    findMany,
    findBySlug: (slug) =>
      one(`SELECT id FROM ${PREFIX}${table} WHERE slug = ? ORDER BY claims_slug DESC, id LIMIT 1`, [slug]),
    list: (query) => list(toQuestion(query)),
    readAfter: (afterId, limit) =>
      session.read((connection) =>
        readInOrder<T>(
          connection,
          `SELECT json FROM ${PREFIX}${table} WHERE id > ? AND ${single} ORDER BY id LIMIT ?`,
          [afterId, limit],
        ),
      ),
    showing(imageId, limit, visible) {
      const where = every([
        sql`image_id = ${imageId}`,
        ...when(visible, (shown) => isVisible(`${PREFIX}${table}`, shown)),
      ]);
      return many(
        `SELECT id FROM ${PREFIX}${table} INDEXED BY ${PREFIX}${table}_by_image WHERE ${where.text} ORDER BY id LIMIT ?`,
        [...where.values, limit],
      );
    },
    due: (nowUtc, limit) =>
      session.read((connection) =>
        readJson<T>(
          connection,
          `SELECT json FROM ${PREFIX}${table} WHERE status = 'future' AND published_utc <= ? AND ${single}
          ORDER BY published_utc, id LIMIT ?`,
          [nowUtc, limit],
        ),
      ),
  };
};

/** True if another record of the table holds the slug that this one claims. */
export const isSlugTaken = (connection: Connection, table: PostTable, post: Post): boolean =>
  claimsSlug(post) &&
  connection.value(`SELECT id FROM ${PREFIX}${table} WHERE slug = ? AND claims_slug = 1 AND id <> ?`, [
    post.slug,
    post.id,
  ]) !== undefined;

/** The columns that all three tables share. */
export const POST_COLUMNS: readonly Column<Post>[] = [
  ["id", ({ id }) => id],
  ["status", ({ status }) => status],
  ["author", ({ author }) => author],
  ["slug", ({ slug }) => slug],
  ["claims_slug", (post) => Number(claimsSlug(post))],
  ["published", ({ date }) => date],
  ["published_utc", ({ dateUtc }) => dateUtc],
  ["image_id", ({ imageId }) => imageId ?? null],
  ["json", (post) => JSON.stringify(post)],
];
