import type { Image } from "@kalends/core";
import { type ImageRepository, imageSearchFields } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";
import { SOURCES } from "../queries/lists.ts";
import { saveText } from "../queries/text-index.ts";
import type { DeferredWork } from "../transactions/transactions.ts";
import { createReader, createRowWriter, type ListingSession, readInOrder, reserveId } from "./records.ts";

const BY_URL = `SELECT id FROM ${PREFIX}images WHERE url = ? UNION ALL SELECT id FROM ${PREFIX}images WHERE source_url = ?
  ORDER BY id LIMIT 1`;

const saveRow = createRowWriter<Image>("images", [
  ["id", ({ id }) => id],
  ["url", ({ url }) => url],
  ["source_url", ({ sourceUrl }) => sourceUrl ?? null],
  ["created_utc", ({ createdUtc }) => createdUtc],
  ["json", (image) => JSON.stringify(image)],
]);

export const saveImage = (
  connection: Connection,
  { deferred }: Pick<DeferredWork, "deferred">,
  image: Image,
): void => {
  const { id } = image;
  const isNew = reserveId(connection, "image", id);
  saveRow(connection, image);
  saveText(connection, deferred, { index: "image", id, isNew }, imageSearchFields(image).join("\n"));
};

export const createImageRepository = (session: ListingSession): ImageRepository => {
  const { find, findMany, one, list } = createReader<Image>(session, SOURCES.images);
  return {
    find,
    findMany,
    findByUrl: (url) => one(BY_URL, [url, url]),
    list: (query) => list({ kind: "images", query }),
    save: (image) => session.write((connection, later) => saveImage(connection, later, image)),
    remove: (id) =>
      session.write((connection, { deferred }) => {
        if (connection.value(`SELECT id FROM ${PREFIX}images WHERE id = ?`, [id]) === undefined) return false;
        saveText(connection, deferred, { index: "image", id, isNew: false }, undefined);
        connection.run(`DELETE FROM ${PREFIX}images WHERE id = ?`, [id]);
        connection.run(`DELETE FROM ${PREFIX}records WHERE id = ?`, [id]);
        return true;
      }),
    readAfter: (afterId, limit) =>
      session.read((connection) =>
        readInOrder(connection, `SELECT json FROM ${PREFIX}images WHERE id > ? ORDER BY id LIMIT ?`, [
          afterId,
          limit,
        ]),
      ),
  };
};
