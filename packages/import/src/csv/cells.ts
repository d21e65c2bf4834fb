/**
 * Matches text that a spreadsheet would read as a formula, also in the wide forms of these characters.
 * Apostrophes of earlier escapes may precede it.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** Matches plain numbers. They compute nothing, and other programs expect them unescaped. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns a text as a cell that no spreadsheet computes: text that looks like a formula gets a `'` in front.
 * `fromCell` is the exact inverse.
 * Source: rules/choices.md#csv-formulas.
 */
export const toCell = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/**
 * Returns the text that a cell stands for.
 * Source: rules/choices.md#csv-formulas.
 */
export const fromCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
