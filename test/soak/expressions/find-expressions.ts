import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publishedPackages, ROOT } from "../../packages/published-packages.ts";

/** Regular expression in published code. */
export interface FoundExpression {
  /** Path relative to the root of the project, with the line number. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Tokens that are needed to find regular expressions in JavaScript. All other text is skipped. */
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w$]+|`|[{}]|\/|[^\s]/y;
const LITERAL = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;
const TEXT_OF_TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
/** Keywords after which a slash begins a regular expression and not a division. */
const BEFORE_VALUE = /^(?:return|typeof|case|in|of|do|else|delete|void|throw|new|await|yield)$/;

const isBeforeValue = (token: string): boolean =>
  BEFORE_VALUE.test(token) || !/^(?:[\w$]+|[)\]}"'`]|["'].*)$/s.test(token);

/** Returns the regular expression literals in a compiled JavaScript module. */
export const literalsOf = (text: string): readonly Omit<FoundExpression, "place">[] => {
  const found: Omit<FoundExpression, "place">[] = [];
  /** One entry for each open brace. It is true if a template literal continues after the closing brace. */
  const braces: boolean[] = [];
  let previous = "";
  let at = 0;
  const skipText = (): void => {
    TEXT_OF_TEMPLATE.lastIndex = at;
    at += TEXT_OF_TEMPLATE.exec(text)?.[0].length ?? 0;
    if (text[at] === "$") braces.push(true);
    previous = text[at] === "$" ? "{" : "`";
    at += text[at] === "$" ? 2 : 1;
  };
  while (at < text.length) {
    while (/\s/.test(text[at] ?? "x")) at += 1;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) break;
    LITERAL.lastIndex = at;
    const literal = token === "/" && isBeforeValue(previous) ? LITERAL.exec(text) : null;
    at += literal?.[0].length ?? token.length;
    if (token.startsWith("//") || token.startsWith("/*")) continue;
    previous = token;
    if (literal !== null) {
      found.push({ source: literal[1] ?? "", flags: literal[2] ?? "" });
      previous = ")";
    } else if (token === "`") skipText();
    else if (token === "{") braces.push(false);
    else if (token === "}" && braces.pop() === true) skipText();
  }
  return found;
};

/**
 * Returns the regular expression literals of all published packages and plugins, except bundled libraries.
 */
export const findExpressions = (): readonly FoundExpression[] =>
  publishedPackages().flatMap(({ folder }) =>
    readdirSync(join(ROOT, folder, "dist"), { recursive: true, encoding: "utf8" })
      .filter(
        (name) =>
          name.endsWith(".js") && !/(?:^|\/)(?:libraries|element)\/|bundle|^kalends-calendar/.test(name),
      )
      .flatMap((name) =>
        literalsOf(readFileSync(join(ROOT, folder, "dist", name), "utf8")).map((one) => ({
          ...one,
          place: `${folder}/${name}`,
        })),
      ),
  );
