import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { SaxesParser } from "saxes";
import { ImportError } from "../import-error.ts";

/** A record of a WordPress export. Its texts are not converted yet. */
export interface WxrElement {
  readonly name: "wp:author" | "wp:tag" | "wp:term" | "item";
  /** File and line where the record starts. */
  readonly place: string;
  /**
   * Returns the trimmed text of a child element. If several have the name, returns the last one. Returns `""`
   * if none has it.
   */
  text(name: string): string;
  /** Categories and tags of an item. */
  readonly terms: readonly WxrTermLink[];
  /** Returns all values of a meta field of an item, in order. */
  meta(key: string): readonly string[];
  readonly metaKeys: readonly string[];
}

export interface WxrTermLink {
  readonly taxonomy: string;
  /** Slug as URLs contain it. */
  readonly slug: string;
  /** Name as HTML. */
  readonly name: string;
}

/** Data about the site that a WordPress export comes from. */
export interface WxrSite {
  readonly name: "site";
  /** URL of the front page of the site. */
  readonly address: string;
  /** Language tag such as `de-DE`; `""` if the export has none. */
  readonly language: string;
}

const RECORDS: ReadonlySet<string> = new Set(["wp:author", "wp:tag", "wp:term", "item"]);
/**
 * Export elements with the URL of the site, most reliable first. In a WordPress network, some of these
 * elements have the URL of the network.
 */
const ADDRESSES: readonly string[] = ["wp:base_blog_url", "link", "wp:base_site_url"];

/**
 * Maximum number of characters of a record, and of the text between two records. The longest texts in real
 * exports have about a million characters.
 */
const MAX_LENGTH = 16 * 1024 * 1024;
/** Maximum nesting depth of XML elements. Real exports have 6 levels. */
const MAX_DEPTH = 32;
/** Matches control characters that XML forbids. Some programs write such characters into exports. */
const NOT_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/**
 * True for a parser error that reading ignores: an HTML entity such as `&nbsp;`. The text keeps the entity.
 */
const isHarmless = (error: Error): boolean => error.message.endsWith("undefined entity.");

/**
 * Reads a WordPress export (WXR) as a stream. Yields the elements that each chunk of the file completes.
 * Rejects with an `ImportError`, naming file and line, in these cases:
 * - The file is not a WordPress export, not well-formed XML, or incomplete.
 * - The file declares entities or is nested too deeply.
 * - The version of the export or the encoding of the file is not supported.
 * - A record has more than 16 million characters.
 */
export async function* readWxr(file: string): AsyncGenerator<readonly (WxrElement | WxrSite)[]> {
  const reader = createReader(file);
  for await (const text of readText(file)) {
    const found = reader.read(text);
    if (found.length > 0) yield found;
  }
  const rest = reader.end();
  if (rest.length > 0) yield rest;
}

interface Reader {
  read(text: string): readonly (WxrElement | WxrSite)[];
  end(): readonly (WxrElement | WxrSite)[];
}

interface Collected {
  readonly element: Omit<WxrElement, "text" | "meta" | "metaKeys" | "terms">;
  readonly texts: Map<string, string>;
  readonly terms: WxrTermLink[];
  readonly meta: Map<string, string[]>;
  readonly begin: number;
}

const toElement = ({ element, texts, terms, meta }: Collected): WxrElement => ({
  ...element,
  text: (name) => texts.get(name) ?? "",
  terms,
  meta: (key) => meta.get(key) ?? [],
  metaKeys: [...meta.keys()],
});

const addTo = (meta: Map<string, string[]>, key: string, value: string): void => {
  const values = meta.get(key);
  if (values === undefined) meta.set(key, [value]);
  else values.push(value);
};

const createReader = (file: string): Reader => {
  const parser = new SaxesParser();
  const open: string[] = [];
  const addresses = new Map<string, string>();
  let language = "";
  let found: (WxrElement | WxrSite)[] = [];
  let current: Collected | undefined;
  /** Collected text of the innermost open element; `undefined` if its text is not needed. */
  let text: string | undefined;
  let metaKey = "";
  let attributes: Readonly<Record<string, string>> = {};
  let last = 0;
  let problem: ImportError | undefined;
  const fail = (what: string): void => {
    problem ??= new ImportError(`${file}, line ${parser.line}: ${what}.`);
  };

  const close = (name: string): void => {
    const value = (text ?? "").trim();
    if (current === undefined) {
      if (open.length === 3 && ADDRESSES.includes(name)) addresses.set(name, value);
      if (open.length === 3 && name === "language") language = value;
      if (open.length === 3 && name === "wp:wxr_version" && !/^1\.\d+$/.test(value))
        fail(`the version ${value.slice(0, 20)} of WordPress exports is not supported`);
      return;
    }
    if (open.length === 3) {
      found.push(toElement(current));
      current = undefined;
    } else if (open.length === 4 && name === "category") {
      const { domain = "", nicename = "" } = attributes;
      current.terms.push({ taxonomy: domain, slug: nicename, name: value });
    } else if (open.length === 4) {
      current.texts.set(name, value);
    } else if (open.length === 5 && open[3] === "wp:postmeta") {
      if (name === "wp:meta_key") metaKey = value;
      if (name === "wp:meta_value") addTo(current.meta, metaKey, value);
    }
  };

  parser.on("error", (error) => {
    if (isHarmless(error)) return;
    const inner = open.at(-1);
    const isEnd = error.message.includes("unclosed tag") || error.message.includes("unexpected end");
    fail(
      isEnd
        ? `the file ends within ${inner === undefined ? "its beginning" : `<${inner}>`}: it is incomplete`
        : `this is not valid XML: ${error.message.replace(/^[\d:]+ /, "").replace(/\.$/, "")}`,
    );
  });
  parser.on("doctype", () => fail("it has a document type declaration, which WordPress exports do not have"));
  parser.on("opentag", (tag) => {
    last = parser.position;
    open.push(tag.name);
    const isWanted = ["rss", "channel"].every(
      (name, index) => open[index] === undefined || open[index] === name,
    );
    if (!isWanted && open.length <= 2) fail("this is not a WordPress export");
    if (open.length > MAX_DEPTH) fail("elements are nested too deeply");
    if (open.length === 3 && RECORDS.has(tag.name)) {
      // The cast is safe: `RECORDS` contains the name.
      const name = tag.name as WxrElement["name"];
      const place = `${file}, line ${parser.line}`;
      current = { element: { name, place }, texts: new Map(), terms: [], meta: new Map(), begin: last };
    }
    if (open.length === 4) attributes = tag.attributes;
    text = "";
  });
  const add = (more: string): void => {
    if (text !== undefined) text += more;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", (tag) => {
    last = parser.position;
    close(tag.name);
    open.pop();
    text = undefined;
  });

  const taken = (): readonly (WxrElement | WxrSite)[] => {
    if (problem !== undefined) throw problem;
    const taken = found;
    found = [];
    return taken;
  };
  return {
    read(more) {
      parser.write(more.replace(NOT_XML, ""));
      if (parser.position - (current?.begin ?? last) > MAX_LENGTH) fail("a record is too long");
      return taken();
    },
    end() {
      parser.close();
      const address = ADDRESSES.map((name) => addresses.get(name) ?? "").find((one) => one !== "");
      found.push({ name: "site", address: address ?? "", language });
      return taken();
    },
  };
};

const DECLARED = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/;

/**
 * Yields the text of a file in chunks, decoded as UTF-16 if it has such a byte order mark. Otherwise the XML
 * declaration names the encoding; UTF-8 by default.
 */
async function* readText(file: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const bytes of createReadStream(file, { highWaterMark: 64 * 1024 })) {
      decoder ??= decoderOf(bytes, file);
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder?.decode() ?? "";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw new ImportError(`${file} is not in its declared encoding (${decoder?.encoding}).`);
    throw error;
  }
}

const decoderOf = (beginning: Uint8Array, file: string): TextDecoder => {
  const [first, second] = beginning;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const label = isWide
    ? `utf-16${first === 0xff ? "le" : "be"}`
    : (DECLARED.exec(new TextDecoder("latin1").decode(beginning.subarray(0, 200)))?.[1] ?? "utf-8");
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new ImportError(`${file} has an unknown encoding: ${label}.`);
  }
};
