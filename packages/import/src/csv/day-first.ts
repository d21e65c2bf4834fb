import type { FieldOf } from "./columns.ts";
import type { Row, Table } from "./read-table.ts";

const SLASHES = /^\s*(\d{1,2})\/(\d{1,2})\/(?=\d{4}(?!\d))/;
const DATES: readonly FieldOf<"events">[] = ["startDate", "endDate"];
const MONTHS = 12;

/** Detects CSV tables of events whose dates, such as `5/6/2031`, start with the day. */
export interface DayFirstTables {
  /** Records the date format of a row. Call this for each row of a table before the first `asRead`. */
  examine(table: Table, row: Row): void;
  /**
   * True if at least one date of the table can only start with the day, and no date can only start with the
   * month.
   */
  has(table: Table): boolean;
  /**
   * Returns the row with slash dates rewritten as `5-6-2031`, which the date parser reads with the day first.
   * Returns the row unchanged if `has` is false for the table.
   */
  asRead(table: Table, row: Row): Row;
}

/**
 * Creates the detector for tables whose dates start with the day.
 * Source: rules/choices.md#csv-values.
 */
export const createDayFirstTables = (): DayFirstTables => {
  const [days, months] = [new Set<Table>(), new Set<Table>()];
  const columnsOf = ({ columns }: Table): readonly (number | undefined)[] =>
    DATES.map((field) => columns.indexes.get(field));
  const has = (table: Table): boolean => days.has(table) && !months.has(table);
  return {
    examine(table, { cells }) {
      for (const index of columnsOf(table)) {
        const [, first, second] = SLASHES.exec(cells[index ?? -1] ?? "") ?? [];
        if (Number(first) > MONTHS && Number(second) <= MONTHS) days.add(table);
        if (Number(second) > MONTHS) months.add(table);
      }
    },
    has,
    asRead(table, row) {
      if (!has(table)) return row;
      const columns = columnsOf(table);
      return {
        ...row,
        cells: row.cells.map((cell, index) =>
          columns.includes(index) ? cell.replace(SLASHES, "$1-$2-") : cell,
        ),
      };
    },
  };
};
