/** What is used of the library for XML: see `packages/bundle-libraries.js`. */
export { SaxesParser } from "saxes";
