import { toCell } from "@kalends/core";
import type { Members } from "../presenters/presentation.ts";
import { toPath } from "./table-columns.ts";

/** Converts HTML to plain text. */
export type ToText = (html: string) => string;

/** Members that stand for an object in a cell, in this order: the name of a record, or an address. */
const NAMING = ["venue", "organizer", "name", "text", "url"] as const;

const URL_TEXT = /^https?:\/\/[^\s<>]+$/i;

/** Byte order mark. Without it, Excel does not read a table as UTF-8. */
const MARK = "\uFEFF";

/** Returns the value of a nested member. Members of the entries of a list become a list. */
const valueAt = (value: unknown, [member, ...below]: readonly string[]): unknown => {
  if (member === undefined) return value;
  if (Array.isArray(value)) return value.map((entry) => valueAt(entry, [member, ...below]));
  if (typeof value !== "object" || value === null) return undefined;
  return valueAt((value as Members)[member], below);
};

const toObjectText = (value: Members, toText: ToText): string => {
  const { source, id } = value;
  if (typeof source === "string" && typeof id === "string") return `${source}:${id}`;
  const naming = NAMING.find((name) => typeof value[name] === "string");
  return naming === undefined ? JSON.stringify(value) : textOf(value[naming], toText);
};

/** Converts a JSON value to plain text. Source: rules/tables.md#table-cells. */
const textOf = (value: unknown, toText: ToText): string => {
  if (value === undefined || value === null) return "";
  // An ampersand of a URL must not be read as the start of an entity such as `&copy`.
  if (typeof value === "string") return URL_TEXT.test(value) ? value.replaceAll("&amp;", "&") : toText(value);
  if (Array.isArray(value))
    return value
      .map((entry) => textOf(entry, toText))
      .filter((text) => text !== "")
      .join(", ");
  return typeof value === "object" ? toObjectText(value as Members, toText) : String(value);
};

const quoted = (cell: string): string => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns a line of a table (RFC 4180). */
const toLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(toCell(cell))).join(",")}\r\n`;

/**
 * Yields the lines of a table. The first line has the names of the columns. `records` are the JSON objects of
 * the records. Source: rules/tables.md#table-format.
 */
export async function* tableRows(
  records: AsyncIterable<Members>,
  columns: readonly string[],
  toText: ToText,
): AsyncGenerator<string, void, undefined> {
  const paths = columns.map(toPath);
  yield MARK + toLine(columns);
  for await (const record of records)
    yield toLine(
      paths.map((path) => {
        const value = valueAt(record, path);
        // The JSON object of an event without an image has `false` instead.
        return path[0] === "image" && value === false ? "" : textOf(value, toText);
      }),
    );
}
