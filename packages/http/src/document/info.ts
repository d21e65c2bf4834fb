/** Title of the OpenAPI document. Source: rules/description.md#document-top. */
export const TITLE = "Calendar REST interface";

/**
 * Names of the paragraphs in each section of the document's description. The first name of a section also
 * names its heading.
 */
const SECTIONS = [
  ["requests", "requests.fields"],
  ["sign_in"],
  ["ids"],
  ["statuses"],
  ["dates"],
  ["lists"],
  ["images"],
  ["errors"],
  ["languages"],
  ["caching"],
] as const;

export const DESCRIPTION: string = [
  "about",
  ...SECTIONS.flatMap((paragraphs) => [`${paragraphs[0]}.heading`, ...paragraphs]),
]
  .map((name) => `document.${name}`)
  .join("\n\n");
