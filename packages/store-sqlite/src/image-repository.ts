import type { Image, ImageRepository } from "@kalends/core";
import type { Value } from "./connection.ts";
import { type ListStatements, readList } from "./lists.ts";
import { claimId } from "./records.ts";
import { saveRow } from "./rows.ts";
import type { Session } from "./session.ts";
import { fromJson } from "./sql.ts";

const BY_URL = `SELECT json FROM images WHERE id = (
  SELECT min(id) FROM (SELECT id FROM images WHERE url = ? UNION ALL SELECT id FROM images WHERE source_url = ?))`;

const LIST: ListStatements = {
  page: { text: "SELECT json FROM images ORDER BY id DESC LIMIT ? OFFSET ?", values: [] },
  total: { text: "SELECT count(*) FROM images", values: [] },
};

export const createImageRepository = (session: Session): ImageRepository => {
  const many = (sql: string, values: readonly Value[]): Promise<readonly Image[]> =>
    session.read((connection) => connection.column<string>(sql, values).map(fromJson<Image>));
  const one = async (sql: string, values: readonly Value[]): Promise<Image | undefined> =>
    (await many(sql, values))[0];
  return {
    find: (id) => one("SELECT json FROM images WHERE id = ?", [id]),
    findMany: (ids) =>
      many("SELECT json FROM images WHERE id IN (SELECT value FROM json_each(?))", [JSON.stringify(ids)]),
    findByUrl: (url) => one(BY_URL, [url, url]),
    list: (paging) => session.read((connection) => readList<Image>(connection, LIST, paging)),
    save: (image) =>
      session.write((connection) => {
        claimId(connection, "image", image.id);
        saveRow(connection, "images", {
          id: image.id,
          url: image.url,
          source_url: image.sourceUrl ?? null,
          json: JSON.stringify(image),
        });
      }),
    remove: (id) =>
      session.write((connection) => {
        if (connection.run("DELETE FROM images WHERE id = ?", [id]) === 0) return false;
        connection.run("DELETE FROM records WHERE id = ?", [id]);
        return true;
      }),
    readAfter: (afterId, limit) =>
      many("SELECT json FROM images WHERE id > ? ORDER BY id LIMIT ?", [afterId, limit]),
  };
};
