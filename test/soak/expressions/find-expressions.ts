import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publishedPackages, ROOT } from "../../packages/published-packages.ts";

/** A regular expression of the code that is published. */
export interface FoundExpression {
  /** From the root, with the number of the line. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** What the tokenizer looks at: everything else of JavaScript makes no difference here. */
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w$]+|`|[{}]|\/|[^\s]/y;
const LITERAL = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;
const TEXT_OF_TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
/** After these words a value comes, and no division. */
const BEFORE_VALUE = /^(?:return|typeof|case|in|of|do|else|delete|void|throw|new|await|yield)$/;

const isBeforeValue = (token: string): boolean =>
  BEFORE_VALUE.test(token) || !/^(?:[\w$]+|[)\]}"'`]|["'].*)$/s.test(token);

/** Regular expressions that a module of JavaScript, as the compiler writes it, has as literals. */
export const literalsOf = (text: string): readonly Omit<FoundExpression, "place">[] => {
  const found: Omit<FoundExpression, "place">[] = [];
  /** For each open brace whether a template goes on after it. */
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

/** Every one of our packages and plugins; libraries that are bundled answer for their own. */
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
