/** What is used of the library for XML: see `bundle.js`. */
export { SaxesParser } from "saxes";
