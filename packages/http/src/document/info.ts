/** Title of the document. Source: rules/description.md#document-top. */
export const TITLE = "Calendar REST interface";

/** Names of the paragraphs of each section; the first one also names the heading. */
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
