/** What is used of the library for dates in free text: see `packages/bundle-libraries.js`. */
export { casual } from "chrono-node/en";
