import { Readable } from "node:stream";
import { fromCell } from "@kalends/core";
import { type CsvError, type Options as ParseOptions, parse } from "csv-parse";
import { parse as parseSync } from "csv-parse/sync";
import { ImportError } from "../import-error.ts";
import { type Columns, columnsOf } from "./columns.ts";
import { decodedText, type Encoding, encodingOf } from "./decode-text.ts";

/** A CSV file that was recognized as the table of one resource. */
export interface Table {
  readonly file: string;
  readonly encoding: Encoding;
  readonly columns: Columns;
  readonly separator: string;
  /** Number of rows before the header row. A spreadsheet program may write a separator declaration there. */
  readonly skipped: number;
}

/** A row of a table. */
export interface Row {
  /** Line of the file where the row starts, from 1. */
  readonly line: number;
  /**
   * Cell texts as `fromCell` returns them, in column order. A row may have fewer cells than the table has
   * columns.
   */
  readonly cells: readonly string[];
}

/** A row that cannot be imported: it has more cells than the header row, or the CSV parser cannot read it. */
export interface BadRow {
  readonly line: number;
  readonly problem: string;
}

const SEPARATORS = [",", ";", "\t", "|"] as const;
/** Number of characters to read for the detection of the header row. */
const HEAD = 64 * 1024;
/**
 * Maximum bytes of a row. The limit is higher than the total size of all texts of a record. It stops the
 * parser if a quote is never closed.
 */
const MAX_ROW_BYTES = 4 * 1024 * 1024;

const optionsOf = (separator: string): ParseOptions => ({
  delimiter: separator,
  record_delimiter: ["\r\n", "\n", "\r"],
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: MAX_ROW_BYTES,
});

/**
 * Detects the encoding, separator and columns of a CSV file. Rejects with an `ImportError` if the file is not
 * a known table.
 */
export const openTable = async (file: string): Promise<Table> => {
  const encoding = await encodingOf(file);
  let head = "";
  for await (const text of decodedText(file, encoding)) {
    head += text;
    if (head.length >= HEAD) break;
  }
  const declared = /^sep=(.)\r?\n/.exec(head);
  const skipped = declared === null ? 0 : 1;
  const separators = declared?.[1] === undefined ? SEPARATORS : [declared[1]];
  const found = separators
    .map((separator) => ({ separator, columns: columnsOf(headingsOf(head, separator, skipped), file) }))
    .sort((one, other) => knownColumnsIn(other.columns) - knownColumnsIn(one.columns))
    .at(0);
  if (found?.columns === undefined)
    throw new ImportError(
      `${file} is not a table of events, venues, organizers, categories or tags: its first row has no columns such as "Event Name" and "Event Start Date".`,
    );
  return { file, encoding, skipped, separator: found.separator, columns: found.columns };
};

const knownColumnsIn = (columns: Columns | undefined): number => columns?.indexes.size ?? 0;

const headingsOf = (head: string, separator: string, skipped: number): readonly string[] => {
  try {
    const rows: readonly (readonly string[])[] = parseSync(head, {
      ...optionsOf(separator),
      to: skipped + 1,
    });
    return (rows[skipped] ?? []).map((heading) => fromCell(heading).trim());
  } catch {
    // A parse error means that this separator is wrong for the file.
    return [];
  }
};

/**
 * Yields the rows below the header row, without empty rows. Rejects with an `ImportError` if the file cannot
 * be read.
 */
export async function* readRows(table: Table): AsyncGenerator<Row | BadRow> {
  const { file, encoding, columns, separator, skipped } = table;
  const width = columns.headings.length;
  let broken: CsvError | undefined;
  const parser = parse({
    ...optionsOf(separator),
    info: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      broken ??= error;
      return undefined;
    },
  });
  const chunks = untilBroken(decodedText(file, encoding), () => broken !== undefined);
  const source = Readable.from(chunks, { highWaterMark: 1 });
  source.on("error", (error) => parser.destroy(error));
  let last = 0;
  let rows = 0;
  // Correct the parser's line numbers: inside cells, the parser counts a line break of two characters twice.
  let ends = 0;
  for await (const { record, info } of source.pipe(parser) as AsyncIterable<ParsedRow>) {
    const line = last + 1;
    for (const cell of record) if (cell.includes("\r\n")) ends += cell.split("\r\n").length - 1;
    last = info.lines - ends;
    rows += 1;
    if (rows <= skipped + 1 || record.every((cell) => cell.trim() === "")) continue;
    const surplus = record.slice(width).filter((cell) => cell.trim() !== "");
    if (surplus.length > 0)
      yield {
        line,
        problem: `it has ${record.length} cells, but the table has ${width} columns: is a quote or a separator missing?`,
      };
    else yield { line, cells: record.map(fromCell) };
  }
  if (broken !== undefined)
    yield {
      line: last + 1,
      problem: `a quote here is never closed, or the row has more than ${MAX_ROW_BYTES / 1024 ** 2} MiB: the rest of the file was not read`,
    };
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function* untilBroken(
  chunks: AsyncIterable<string>,
  isBroken: () => boolean,
): AsyncGenerator<string, void> {
  for await (const chunk of chunks) {
    if (isBroken()) return;
    yield chunk;
  }
}
