/** A piece of HTML; all pieces in a row are the whole text. */
export interface HtmlToken {
  /** `verbatim`: a comment, or an element together with its contents, whose line breaks mean what they are. */
  readonly kind: "text" | "tag" | "verbatim";
  readonly text: string;
  /** Of the element, in lower case; empty for texts and comments. */
  readonly name: string;
  readonly isEnd: boolean;
}

const SLASH = 0x2f;

const isLetter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** The name of the element whose tag goes on at `start`: letters, and digits after the first one; empty if none. */
const nameAt = (html: string, start: number): string => {
  let end = start;
  for (let code = html.charCodeAt(end); isLetter(code) || (end > start && isDigit(code)); ) {
    end += 1;
    code = html.charCodeAt(end);
  }
  return html.slice(start, end);
};
const VERBATIM = new Set(["pre", "script", "style", "textarea", "svg", "math"]);

/** The index after the `>` of the tag that starts at `start`; -1 when it never ends. Quoted values may contain `>`. */
const endOfTag = (html: string, start: number): number => {
  const end = html.indexOf(">", start) + 1;
  if (end === 0) return -1;
  const tag = html.slice(start, end);
  if (!tag.includes('"') && !tag.includes("'")) return end;
  let quote = "";
  for (let at = start; at < html.length; at += 1) {
    const character = html.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") return at + 1;
    else if (character === '"' || character === "'") quote = character;
  }
  return -1;
};

/** Finds texts, upper or lower case, and remembers those that do not come any more: looking twice would be quadratic. */
const createFinder = (html: string): ((text: string, from: number) => number) => {
  let searched: string | undefined;
  const missing = new Set<string>();
  return (text, from) => {
    if (searched === undefined) {
      const lower = html.toLowerCase();
      searched = lower.length === html.length ? lower : html;
    }
    const found = missing.has(text) ? -1 : searched.indexOf(text, from);
    if (found === -1) missing.add(text);
    return found === -1 ? -1 : found + text.length;
  };
};

const toToken = (kind: HtmlToken["kind"], text: string, name: string, isEnd: boolean): HtmlToken => ({
  kind,
  text,
  name,
  isEnd,
});

/** The same token with another text. */
export const withText = ({ kind, name, isEnd }: HtmlToken, text: string): HtmlToken =>
  toToken(kind, text, name, isEnd);

/** Cuts HTML into texts, tags and what is left alone; a `<` that starts no whole tag belongs to the text. */
export const toHtmlTokens = (html: string): readonly HtmlToken[] => {
  const tokens: HtmlToken[] = [];
  const endOf = createFinder(html);
  let isOpenEnded = false;
  let textStart = 0;

  /** Adds what is between the last tag and `start`, and then the token; answers where it ends. */
  const add = (start: number, end: number, kind: HtmlToken["kind"], name: string, isEnd: boolean): number => {
    if (start > textStart) {
      tokens.push(toToken("text", html.slice(textStart, start), "", false));
    }
    if (end > start) tokens.push(toToken(kind, html.slice(start, end), name, isEnd));
    textStart = end;
    return end;
  };

  const addTag = (start: number): number => {
    if (html.startsWith("<!--", start)) {
      const end = endOf("-->", start + 4);
      return end === -1 ? start + 1 : add(start, end, "verbatim", "", false);
    }
    const isEnd = html.charCodeAt(start + 1) === SLASH;
    const given = nameAt(html, start + (isEnd ? 2 : 1));
    if (given === "" || isOpenEnded) return start + 1;
    const end = endOfTag(html, start);
    if (end === -1) {
      isOpenEnded = true;
      return start + 1;
    }
    const name = given.toLowerCase();
    const close = !isEnd && VERBATIM.has(name) ? endOf(`</${name}>`, end) : -1;
    return close === -1 ? add(start, end, "tag", name, isEnd) : add(start, close, "verbatim", name, isEnd);
  };

  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at)) at = addTag(at);
  add(html.length, html.length, "text", "", false);
  return tokens;
};
