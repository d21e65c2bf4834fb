import { adjustmentOfDate, parseMoment, toNumber } from "@kalends/core";
import { SourceProblem } from "../records/source-record.ts";
import { quoted } from "./columns.ts";
import type { Row, Table } from "./read-table.ts";

export type Moment = NonNullable<ReturnType<typeof parseMoment>>;

/**
 * Reader for the cells of one CSV row. The reader skips an unreadable cell and adds a note with the column
 * name.
 */
export interface TableRow<Field extends string> {
  readonly line: number;
  /** Returns the text of a cell; `""` if the cell is blank or the table lacks the column. */
  text(field: Field): string;
  /** True if the table has this column. */
  has(field: Field): boolean;
  /** Returns the trimmed text of a cell. Throws a `SourceProblem` if the cell is blank. */
  name(field: Field): string;
  flag(field: Field, fallback: boolean): boolean;
  number(field: Field): number | undefined;
  /**
   * Returns the date and time of a cell in the given zone, such as `2031-05-06 19:00:00`. If `timeField` has
   * a time, that time replaces the time of the date cell. Returns `undefined` if the date cell is blank or
   * unreadable.
   */
  time(dateField: Field, timezone: string, timeField?: Field): Moment | undefined;
  /**
   * Returns the time of day in a cell, combined with the date of `day`. Returns `undefined` if the cell is
   * blank or unreadable.
   */
  timeOn(day: string, field: Field, timezone: string): Moment | undefined;
  /** Adds a note that the content of this cell is not imported. */
  leaveOut(field: Field, problem: string, cell?: string): undefined;
  note(line: string): void;
}

const YES: ReadonlySet<string> = new Set(["1", "true", "yes", "y", "on", "x"]);
const NO: ReadonlySet<string> = new Set(["0", "false", "no", "n", "off", "-"]);

/**
 * Creates the reader for a row. `now`, in milliseconds since 1970, supplies the year for dates without one.
 */
export const createTableRow = <Field extends string>(
  { columns }: Table,
  row: Row,
  now: number,
  note: (line: string) => void = () => undefined,
): TableRow<Field> => {
  const text = (field: Field): string => {
    const index = columns.indexes.get(field);
    const cell = index === undefined ? "" : (row.cells[index] ?? "");
    return cell.trim() === "" ? "" : cell;
  };
  const problemOf = (field: Field, problem: string, cell?: string): string => {
    const index = columns.indexes.get(field);
    const column = index === undefined ? field : `"${quoted(columns.headings[index] ?? "")}"`;
    return `the column ${column} ${problem}${cell === undefined ? "" : `: ${quoted(cell)}`}`;
  };
  const leaveOut = (field: Field, problem: string, cell?: string): undefined => {
    note(`${problemOf(field, problem, cell)}; it is left out`);
    return undefined;
  };
  /**
   * Parses a date and time. Returns `undefined` for an unreadable or impossible date, and for a date without
   * digits, such as "tomorrow", whose meaning changes from run to run.
   */
  const parse = (written: string, timezone: string): Moment | undefined =>
    /\d/.test(written) && adjustmentOfDate(written, timezone, now) !== "impossible-date"
      ? parseMoment(written, timezone, now)
      : undefined;
  const timeOn = (day: string, field: Field, timezone: string): Moment | undefined => {
    const time = text(field).trim();
    if (time === "") return undefined;
    return parse(`${day.slice(0, 10)} ${time}`, timezone) ?? leaveOut(field, "is not a time of day", time);
  };
  return {
    line: row.line,
    text,
    has: (field) => columns.indexes.has(field),
    name(field) {
      const name = text(field).trim();
      if (name === "") throw new SourceProblem(problemOf(field, "is empty"));
      return name;
    },
    flag(field, fallback) {
      const word = text(field).trim().toLowerCase();
      if (word === "") return fallback;
      if (YES.has(word)) return true;
      return NO.has(word) ? false : (leaveOut(field, "is neither yes nor no", word) ?? fallback);
    },
    number(field) {
      const word = text(field).trim();
      if (word === "") return undefined;
      return toNumber(word) ?? leaveOut(field, "is no number", word);
    },
    time(dateField, timezone, timeField) {
      const date = text(dateField).trim();
      if (date === "") return undefined;
      const day = parse(date, timezone) ?? leaveOut(dateField, "is no date", date);
      if (day === undefined) return undefined;
      return (timeField === undefined ? undefined : timeOn(day.wallClock, timeField, timezone)) ?? day;
    },
    timeOn,
    leaveOut,
    note,
  };
};
