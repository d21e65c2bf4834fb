/** A piece of HTML; all pieces in a row are the whole text. */
export interface HtmlToken {
  /** `verbatim`: a comment, or an element together with its contents, whose line breaks mean what they are. */
  readonly kind: "text" | "tag" | "verbatim";
  readonly text: string;
  /** Of the element, in lower case; empty for texts and comments. */
  readonly name: string;
  readonly isEnd: boolean;
}

const VERBATIM = new Set(["pre", "script", "style", "textarea", "svg", "math"]);

/** The index after the `>` of the tag that starts at `start`; -1 when it never ends. Quoted values may contain `>`. */
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

/** Finds where texts end, upper or lower case, and remembers those that do not come any more: looking twice would be quadratic. */
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

/** Cuts HTML into texts, tags and what stays as it is; a `<` that starts no whole tag belongs to the text. */
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
