import type { Image, ImageRepository } from "@kalends/core";
import type { Session } from "../database/transactions.ts";
import { raw } from "../queries/sql.ts";
import { createReader, type ListStatements, reserveId, saveRow } from "./records.ts";

const BY_URL = `SELECT json FROM images WHERE id = (
  SELECT min(id) FROM (SELECT id FROM images WHERE url = ? UNION ALL SELECT id FROM images WHERE source_url = ?))`;

const LIST: ListStatements = {
  page: raw("SELECT json FROM images ORDER BY id DESC LIMIT ? OFFSET ?"),
  total: raw("SELECT count(*) FROM images"),
};

export const createImageRepository = (session: Session): ImageRepository => {
  const { many, one, list } = createReader<Image>(session);
  return {
    find: (id) => one("SELECT json FROM images WHERE id = ?", [id]),
    findMany: (ids) =>
      many("SELECT json FROM images WHERE id IN (SELECT value FROM json_each(?))", [JSON.stringify(ids)]),
    findByUrl: (url) => one(BY_URL, [url, url]),
    list: (paging) => list(paging, () => LIST),
    save: (image) =>
      session.write((connection) => {
        reserveId(connection, "image", image.id);
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
