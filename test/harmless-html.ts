import { ALLOWED_ATTRIBUTES, ALLOWED_SCHEMES, ALLOWED_TAGS } from "@kalends/html";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/**
 * Markup that is inserted after the tested text. If the text contains an unclosed element or attribute, it
 * hides this markup.
 */
const BEHIND = '<i data-page="behind"></i>';

const schemeOf = (address: string): string => {
  try {
    return new URL(address, "https://calendar.example/event/").protocol.slice(0, -1);
  } catch {
    // A browser cannot follow an invalid URL, so it is harmless.
    return "https";
  }
};

const addressesOf = (name: string, value: string): readonly string[] => {
  if (name === "srcset") return value.split(/\s+/);
  return name === "href" || name === "src" || name === "cite" ? [value] : [];
};

const harmOf = ({ tagName, attrs, childNodes }: Element): readonly string[] => {
  const allowed = [...(ALLOWED_ATTRIBUTES["*"] ?? []), ...(ALLOWED_ATTRIBUTES[tagName] ?? [])];
  const rel = attrs.find(({ name }) => name === "rel")?.value.split(" ") ?? [];
  return [
    ...(ALLOWED_TAGS.includes(tagName) ? [] : [`element ${tagName}`]),
    ...attrs.flatMap(({ name, value }) => [
      ...(allowed.includes(name) ? [] : [`attribute ${name} of ${tagName}`]),
      ...addressesOf(name, value)
        .map(schemeOf)
        .filter((scheme) => !ALLOWED_SCHEMES.includes(scheme))
        .map((scheme) => `scheme ${scheme} in ${name}`),
      ...(name === "target" && !rel.includes("noopener") ? ["target without noopener"] : []),
    ]),
    ...childNodes.flatMap(harmOfNode),
  ];
};

const harmOfNode = (node: Node): readonly string[] => {
  if ("tagName" in node) return harmOf(node);
  return node.nodeName === "#text" ? [] : [`node ${node.nodeName}`];
};

/**
 * Parses HTML as browsers do and returns what would be harmful in a page. Harmful are elements, attributes
 * and URL schemes that are not allowed, comments, and texts that change the page after them. Returns an empty
 * list for harmless HTML.
 */
export const findHarm = (html: string): readonly string[] => {
  const { childNodes } = parseFragment(html + BEHIND);
  const last = childNodes.at(-1);
  const isBehind = last !== undefined && "tagName" in last && last.attrs[0]?.value === "behind";
  return [
    ...childNodes.slice(0, isBehind ? -1 : undefined).flatMap(harmOfNode),
    ...(isBehind ? [] : ["not closed"]),
  ];
};
