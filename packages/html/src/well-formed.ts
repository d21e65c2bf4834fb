import { ADDRESS_ATTRIBUTES, toAddress } from "./address-attributes.ts";
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, MAX_DEPTH, VOID_TAGS } from "./allow-list.ts";
import { readHtml } from "./html-reader.ts";
import { toImageCandidates } from "./image-candidates.ts";
import { IMPLIED_ENDS } from "./implied-ends.ts";
import { STAND_IN } from "./stand-in.ts";

type Attributes = ReadonlyMap<string, string>;

const ALLOWED: ReadonlySet<string> = new Set(ALLOWED_TAGS);
const VOID: ReadonlySet<string> = new Set(VOID_TAGS);

const escapeAngles = (text: string): string => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const escapeValue = (value: string): string =>
  escapeAngles(value.replaceAll("&", "&amp;")).replaceAll('"', "&quot;");

/** A page that a link opens beside this one must not steer this one. */
const withSafeTarget = (rel: string | undefined): string => {
  const words = new Set((rel ?? "").split(/\s+/).filter((word) => word !== ""));
  return [...words.add("noopener")].join(" ");
};

const toValue = (name: string, value: string): string => {
  if (name === "srcset") return toImageCandidates(value);
  return ADDRESS_ATTRIBUTES.includes(name) ? toAddress(value) : value;
};

/** Whether each candidate is there; those without a descriptor get one. */
const keepsCandidates = (given: string, kept: string): boolean =>
  kept !== "" && kept.split(", ").length === given.split(",").length;

const writeStartTag = (name: string, attributes: Attributes, onLoss: () => void): string => {
  const allowed = [...(ALLOWED_ATTRIBUTES[name] ?? []), ...(ALLOWED_ATTRIBUTES["*"] ?? [])];
  const opensBeside = name === "a" && attributes.get("target") === "_blank";
  let tag = `<${name}`;
  const write = (attribute: string, value: string): void => {
    tag += ` ${attribute}="${escapeValue(value)}"`;
  };
  for (const [attribute, given] of attributes) {
    // Written again below.
    if (opensBeside && attribute === "rel") continue;
    if ((!opensBeside && attribute === "target") || !allowed.includes(attribute)) {
      onLoss();
      continue;
    }
    const value = toValue(attribute, given.replaceAll(STAND_IN, ""));
    if (attribute === "srcset" && !keepsCandidates(given, value)) onLoss();
    if (attribute !== "srcset" || value !== "") write(attribute, value);
  }
  if (opensBeside) write("rel", withSafeTarget(attributes.get("rel")));
  return VOID.has(name) ? `${tag} />` : `${tag}>`;
};

/**
 * The allowed elements and attributes of a text, each start tag with its end tag, nested at most `MAX_DEPTH` deep; what is
 * allowed no tag loses it and keeps its text. The ampersands of the text, not those of attributes, are stand-ins. Nothing is left
 * in it that would cost sanitize-html more than time in proportion to the length, and reading it again changes nothing. `onLoss` is
 * called for what is taken out, not for another spelling.
 */
export const toWellFormed = (html: string, onLoss: () => void = () => undefined): string => {
  const parts: string[] = [];
  const open: string[] = [];
  /** How many elements of each name are open. */
  const counts = new Map<string, number>();
  /** How many start tags of each name were left out at the deepest level, their end tags to come. */
  const leftOut = new Map<string, number>();

  const endInnermost = (): void => {
    const name = open.pop();
    if (name === undefined) return;
    counts.set(name, (counts.get(name) ?? 1) - 1);
    leftOut.clear();
    parts.push(`</${name}>`);
  };

  readHtml(html, {
    text: (written) => parts.push(escapeAngles(written.replaceAll("&", STAND_IN))),
    open(name, attributes) {
      if (!ALLOWED.has(name)) {
        onLoss();
        return;
      }
      const ended = IMPLIED_ENDS.get(name);
      while (ended?.has(open.at(-1) ?? "") === true) endInnermost();
      const isVoid = VOID.has(name);
      if (open.length < MAX_DEPTH) {
        parts.push(writeStartTag(name, attributes, onLoss));
        if (isVoid) return;
        open.push(name);
        counts.set(name, (counts.get(name) ?? 0) + 1);
        return;
      }
      onLoss();
      if (!isVoid) leftOut.set(name, (leftOut.get(name) ?? 0) + 1);
    },
    close(name) {
      const unopened = leftOut.get(name) ?? 0;
      if (unopened > 0) leftOut.set(name, unopened - 1);
      // As browsers read it.
      else if (name === "br" && open.length < MAX_DEPTH) parts.push("<br />");
      else if ((counts.get(name) ?? 0) > 0) {
        while (open.at(-1) !== name) endInnermost();
        endInnermost();
      }
    },
    omit: onLoss,
  });
  while (open.length > 0) endInnermost();
  return parts.join("");
};
