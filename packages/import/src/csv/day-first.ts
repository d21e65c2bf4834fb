import type { FieldOf } from "./columns.ts";
import type { Row, Table } from "./read-table.ts";

const SLASHES = /^\s*(\d{1,2})\/(\d{1,2})\/(?=\d{4}(?!\d))/;
const DATES: readonly FieldOf<"events">[] = ["startDate", "endDate"];
const MONTHS = 12;

/** Event tables that write dates such as `5/6/2031` with the day first. */
export interface DayFirstTables {
  /** Examines a row. Call it for each row of a table before the first row is read. */
  examine(table: Table, row: Row): void;
  /** True if some date of the table can only start with the day, and none only with the month. */
  has(table: Table): boolean;
  /** Returns the row with such dates rewritten as `5-6-2031`, which is read with the day first. */
  asRead(table: Table, row: Row): Row;
}

/**
 * Creates the detector for tables with the day first.
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
