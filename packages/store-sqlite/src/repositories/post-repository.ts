import type { Post } from "@kalends/core";
import { claimsSlug, type Paging, type PostRepository } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { recordsWithExternalId } from "../queries/external-ids.ts";
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

const KINDS = { events: "event", venues: "venue", organizers: "organizer" } as const;

/** Tables of events, venues and organizers. Their first columns are the same. */
type PostTable = "events" | "venues" | "organizers";

/** Creates the functions that the repositories of events, venues and organizers have in common. */
export const createPostRepository = <T extends Post, Query extends Paging>(
  session: ListingSession,
  table: PostTable,
  toQuestion: (query: Query) => ListRequest,
  loading?: Loading<T>,
): Omit<PostRepository<T, Query>, "save"> => {
  const { find, findMany, one, many, list } = createReader<T>(session, SOURCES[table], loading);
  // Occurrences are left out.
  const single = table === "events" ? "series_id IS NULL" : "true";
  return {
    find,
    findMany,
    findBySlug: (slug) =>
      one(`SELECT id FROM ${PREFIX}${table} WHERE slug = ? ORDER BY claims_slug DESC, id LIMIT 1`, [slug]),
    findByExternalId: (externalId) => {
      const { text, values } = recordsWithExternalId(KINDS[table], externalId);
      return one(`${text} LIMIT 1`, values);
    },
    list: (query) => list(toQuestion(query)),
    readAfter: (afterId, limit) =>
      session.read((connection) =>
        readInOrder<T>(
          connection,
          `SELECT json FROM ${PREFIX}${table} WHERE id > ? AND ${single} ORDER BY id LIMIT ?`,
          [afterId, limit],
        ),
      ),
    showing(imageId, limit, visible, afterId = 0) {
      const where = every([
        sql`image_id = ${imageId} AND id > ${afterId}`,
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

/** True if the record's slug must be unique and another record of the table has it. */
export const isSlugTaken = (connection: Connection, table: PostTable, post: Post): boolean =>
  claimsSlug(post) &&
  connection.value(`SELECT id FROM ${PREFIX}${table} WHERE slug = ? AND claims_slug = 1 AND id <> ?`, [
    post.slug,
    post.id,
  ]) !== undefined;

/** Columns that the tables of events, venues and organizers have in common. */
export const POST_COLUMNS: readonly Column<Post>[] = [
  ["id", ({ id }) => id],
  ["status", ({ status }) => status],
  ["author", ({ author }) => author],
  ["slug", ({ slug }) => slug],
  ["claims_slug", (post) => Number(claimsSlug(post))],
  ["published", ({ date }) => date],
  ["published_utc", ({ dateUtc }) => dateUtc],
  ["modified_utc", ({ modifiedUtc }) => modifiedUtc],
  ["image_id", ({ imageId }) => imageId ?? null],
  ["json", (post) => JSON.stringify(post)],
];
