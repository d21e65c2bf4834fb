import { adjustmentOfDate, type Moment, parseMoment, toNumber } from "@kalends/core";
import { SourceProblem } from "../records/source-record.ts";
import { quoted } from "./columns.ts";
import type { Row, Table } from "./read-table.ts";

/** A row of a table, read field by field. What a cell says that cannot be read is left out with a note that names the column. */
export interface TableRow<Field extends string> {
  readonly line: number;
  /** `""` where the cell is blank, and where there is no such column. */
  text(field: Field): string;
  /** Whether the table has such a column. */
  has(field: Field): boolean;
  /** A text that is not blank, without blanks around it. Throws a `SourceProblem`. */
  name(field: Field): string;
  flag(field: Field, fallback: boolean): boolean;
  number(field: Field): number | undefined;
  /**
   * The date that a cell names, with the time of another where it is not blank, on the wall clock of the zone, such as `2031-05-06 19:00:00`;
   * `undefined` for blanks.
   */
  time(dateField: Field, timezone: string, timeField?: Field): Moment | undefined;
  /** The time of day that a cell names, on the day of a wall clock; `undefined` for a blank. */
  timeOn(day: string, field: Field, timezone: string): Moment | undefined;
  /** Notes what a cell says, which is left out. */
  leaveOut(field: Field, problem: string, cell?: string): undefined;
  note(line: string): void;
}

const YES: ReadonlySet<string> = new Set(["1", "true", "yes", "y", "on", "x"]);
const NO: ReadonlySet<string> = new Set(["0", "false", "no", "n", "off", "-"]);

/** `now`, in milliseconds since 1970, is for dates that say no year. */
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
  /** Words alone would name another day in each run. */
  const parse = (written: string, timezone: string): Moment | undefined =>
    /\d/.test(written) && adjustmentOfDate(written, timezone, now) !== "impossible-date"
      ? parseMoment(written, timezone, now)
      : undefined;
  const timeOn = (day: string, field: Field, timezone: string): Moment | undefined => {
    const time = text(field).trim();
    if (time === "") return undefined;
    return parse(`${day.slice(0, 10)} ${time}`, timezone) ?? leaveOut(field, "is no time of day", time);
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
      return NO.has(word) ? false : (leaveOut(field, "says neither yes nor no", word) ?? fallback);
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
