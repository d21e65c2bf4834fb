/** What is used of the libraries for CSV: see `packages/bundle-libraries.js`. */
export { type CsvError, type Options as ParseOptions, parse } from "csv-parse";
export { parse as parseWhole } from "csv-parse/sync";
export { type Options as StringifyOptions, stringify } from "csv-stringify/sync";
