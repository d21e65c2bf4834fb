import type { FieldOf } from "./columns.ts";
import type { Row, Table } from "./read-table.ts";

const SLASHES = /^\s*(\d{1,2})\/(\d{1,2})\/(?=\d{4}(?!\d))/;
const DATES: readonly FieldOf<"events">[] = ["startDate", "endDate"];
const MONTHS = 12;

/** Which tables of events write dates such as `5/6/2031` with the day in front. */
export interface DayFirstTables {
  /** Each row of a table is to be looked at before the first one is read. */
  look(table: Table, row: Row): void;
  /** True if a date of the table can only begin with its day, and none with its month. */
  has(table: Table): boolean;
  /** The row with these dates in the form that is read with the day in front, `5-6-2031`. */
  asRead(table: Table, row: Row): Row;
}

/** Source: rules/choices.md#csv-values. */
export const createDayFirstTables = (): DayFirstTables => {
  const [days, months] = [new Set<Table>(), new Set<Table>()];
  const columnsOf = ({ columns }: Table): readonly (number | undefined)[] =>
    DATES.map((field) => columns.indexes.get(field));
  const has = (table: Table): boolean => days.has(table) && !months.has(table);
  return {
    look(table, { cells }) {
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
