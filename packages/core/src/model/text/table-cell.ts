/**
 * Matches text that a spreadsheet would read as a formula, also with full-width characters such as `＝`.
 * White space and invisible characters, which some programs remove, and apostrophes from an earlier escape may
 * come first.
 */
const FORMULA = /^(?:'*[\t\r\n]|[\s\p{Cc}\p{Cf}']*[=+\-@＝＋－＠])/u;
/**
 * Matches plain numbers. They need no escape: a spreadsheet does not compute them, and other programs expect
 * them unchanged.
 */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/**
 * Returns a text as a cell that no spreadsheet computes. Text that looks like a formula gets a `'` at the
 * start. `fromCell` is the exact inverse.
 * Source: rules/choices.md#csv-formulas.
 */
export const toCell = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/**
 * Returns the original text of a cell, without the `'` that `toCell` adds.
 * Source: rules/choices.md#csv-formulas.
 */
export const fromCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
