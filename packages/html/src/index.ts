export { ALLOWED_ATTRIBUTES, ALLOWED_SCHEMES, ALLOWED_TAGS, MAX_DEPTH } from "./allow-list.ts";
export { createHtmlCleaner } from "./html-cleaner.ts";
export { createImportedHtmlCleaner } from "./imported-html.ts";
export { mapAddresses } from "./map-addresses.ts";
