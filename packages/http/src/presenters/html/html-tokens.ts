/** Token of an HTML text. All tokens in order make up the complete text. */
export interface HtmlToken {
  /**
   * Kind of token. `verbatim`: a comment, or an element with its contents, whose line breaks must stay
   * unchanged.
   */
  readonly kind: "text" | "tag" | "verbatim";
  readonly text: string;
  /** Name of the element in lower case; empty for texts and comments. */
  readonly name: string;
  readonly isEnd: boolean;
}

const VERBATIM = new Set(["pre", "script", "style", "textarea", "svg", "math"]);

/**
 * Returns the index after the `>` of the tag at `start`; -1 if the tag is not closed. Quoted attribute values
 * may contain `>`.
 */
const endOfTag = (html: string, start: number): number => {
  const stop = /[>"']/g;
  stop.lastIndex = start;
  for (let found = stop.exec(html)?.[0]; found !== undefined; found = stop.exec(html)?.[0]) {
    if (found === ">") return stop.lastIndex;
    const close = html.indexOf(found, stop.lastIndex);
    if (close === -1) return -1;
    stop.lastIndex = close + 1;
  }
  return -1;
};

/**
 * Creates a case-insensitive search for a pattern from an index on. The search returns the end of the next
 * match; -1 without a match. Patterns without a further match are remembered, because searching for them
 * again would take quadratic time.
 */
const createFinder = (html: string): ((text: string, from: number) => number) => {
  const missing = new Set<string>();
  return (text, from) => {
    if (missing.has(text)) return -1;
    const pattern = new RegExp(text, "gi");
    pattern.lastIndex = from;
    if (pattern.test(html)) return pattern.lastIndex;
    missing.add(text);
    return -1;
  };
};

/** Splits HTML into texts, tags and verbatim parts. A `<` that does not start a complete tag is text. */
export const toHtmlTokens = (html: string): readonly HtmlToken[] => {
  const tokens: HtmlToken[] = [];
  const opening = /<(?:!--|(\/?)([a-z][a-z\d]*))/gi;
  const endOf = createFinder(html);
  let isOpenEnded = false;
  let textStart = 0;
  const addText = (end: number): void => {
    if (end > textStart)
      tokens.push({ kind: "text", text: html.slice(textStart, end), name: "", isEnd: false });
  };
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    const { index, 1: slash, 2: given = "" } = found;
    const isComment = given === "";
    if (!isComment && isOpenEnded) continue;
    let end = isComment ? endOf("-->", opening.lastIndex) : endOfTag(html, index);
    if (end === -1) {
      isOpenEnded ||= !isComment;
      continue;
    }
    const name = given.toLowerCase();
    const isEnd = slash === "/";
    const close = VERBATIM.has(name) && !isEnd ? endOf(`</${name}>`, end) : -1;
    if (close !== -1) end = close;
    addText(index);
    const kind = isComment || close !== -1 ? "verbatim" : "tag";
    tokens.push({ kind, text: html.slice(index, end), name, isEnd });
    textStart = end;
    opening.lastIndex = end;
  }
  addText(html.length);
  return tokens;
};
