import type { Image, ImageRepository } from "@kalends/core";
import type { Session } from "../database/transactions.ts";
import { raw } from "../queries/sql.ts";
import {
  createReader,
  type ListStatements,
  type RecordSource,
  readRecords,
  reserveId,
  saveRow,
} from "./records.ts";

const IMAGES: RecordSource = { kind: "image", select: "SELECT json FROM images", id: "id" };

const BY_URL = `SELECT id FROM images WHERE url = ? UNION ALL SELECT id FROM images WHERE source_url = ?
  ORDER BY id LIMIT 1`;

const LIST: ListStatements = {
  page: raw("SELECT id FROM images ORDER BY id DESC LIMIT ? OFFSET ?"),
  total: raw("SELECT count(*) FROM images"),
};

export const createImageRepository = (session: Session): ImageRepository => {
  const { find, findMany, one, list } = createReader<Image>(session, IMAGES);
  return {
    find,
    findMany,
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
      readRecords(session, "SELECT json FROM images WHERE id > ? ORDER BY id LIMIT ?", [afterId, limit]),
  };
};
