const named = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements that stand on lines of their own. */
export const BLOCKS: ReadonlySet<string> = named(
  "address article aside blockquote caption col colgroup dd details div dl dt fieldset figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section style " +
    "summary table tbody td tfoot th thead tr ul",
);

/** Blocks without contents. */
export const VOID_BLOCKS: ReadonlySet<string> = named("hr col");

/** Blocks whose loose text becomes paragraphs wherever other blocks or blank lines stand beside it. */
export const SECTIONS: ReadonlySet<string> = named(
  "address article aside blockquote details div fieldset figure footer form header main nav section",
);

/** Blocks whose loose text becomes paragraphs only at blank lines. */
export const CELLS: ReadonlySet<string> = named("li dd td th");
