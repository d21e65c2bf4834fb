/** What spreadsheets take for the beginning of a formula, after marks of earlier escapes; also in the wide forms of these characters. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Computes nothing, and other programs want to read it. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * A text as a cell that no spreadsheet computes: a `'` stands before what looks like a formula. `fromCell` undoes it exactly. Source:
 * rules/choices.md#csv-formulas.
 */
export const toCell = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/** The text that a cell stands for. Source: rules/choices.md#csv-formulas. */
export const fromCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
