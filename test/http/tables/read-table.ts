import { expect } from "chai";
import type { Client, Sent } from "../client.ts";

/** Row of a table: cells by the name of the column. */
export type Row = Readonly<Record<string, string>>;

const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;

/** Reads the text of a table by the grammar of RFC 4180. Throws if it is not a table with a header. */
export const parseTable = (text: string): readonly Row[] => {
  const lines: string[][] = [[]];
  let end = 1;
  for (const [all, cell = "", separator] of text.slice(1).matchAll(CELL)) {
    end += all.length;
    lines.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (separator === "\r\n") lines.push([]);
  }
  expect([text[0], end, lines.pop()]).to.deep.equal(["\uFEFF", text.length, []]);
  const [header = [], ...rows] = lines;
  for (const row of rows) expect(row).to.have.length(header.length);
  return rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ""])));
};

/** Requests a table. Returns its rows. */
export const readTable = async (
  calendar: Pick<Client, "get">,
  path: string,
  sent: Sent = {},
): Promise<readonly Row[]> => {
  const { status, text } = await calendar.get(path, sent);
  expect(status, text).to.equal(200);
  return parseTable(text);
};
