import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { SaxesParser } from "saxes";
import { ImportError } from "../import-error.ts";

/** A record of an export of WordPress, as it is written there: texts are not looked into. */
export interface WxrElement {
  readonly name: "wp:author" | "wp:tag" | "wp:term" | "item";
  /** Where it begins. */
  readonly place: string;
  /** Its children by name, without blanks around; of several the last. `""` for those that there are not. */
  text(name: string): string;
  /** Of items: the terms. */
  readonly terms: readonly WxrTermLink[];
  /** Of items: the values of a meta key, in their order. */
  meta(key: string): readonly string[];
  readonly metaKeys: readonly string[];
}

export interface WxrTermLink {
  readonly taxonomy: string;
  /** As in addresses. */
  readonly slug: string;
  /** HTML. */
  readonly name: string;
}

/** What an export says of the site. */
export interface WxrSite {
  readonly name: "site";
  /** Address of its front page. */
  readonly address: string;
  /** Tag such as `de-DE`; `""` when the export names none. */
  readonly language: string;
}

const RECORDS: ReadonlySet<string> = new Set(["wp:author", "wp:tag", "wp:term", "item"]);
/** The surest first; those of networks of sites tell the site and the network apart. */
const ADDRESSES: readonly string[] = ["wp:base_blog_url", "link", "wp:base_site_url"];

/** Of a record, or of what stands between two: in characters. Exports have one of the longest texts, a megabyte, at times. */
const MAX_LENGTH = 16 * 1024 * 1024;
/** They have 6. */
const MAX_DEPTH = 32;
/** Programs have put them into texts, where XML knows none. */
const NOT_XML = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

/** What an error is that ends nothing: entities of HTML in texts that are HTML; they stay as they are written. */
const isHarmless = (error: Error): boolean => error.message.endsWith("undefined entity.");

/**
 * Reads an export of WordPress (WXR) from its beginning to its end, a chunk at a time: what each chunk has completed. Rejects with an
 * `ImportError` that names file and line for what is no such export, is no XML or breaks off, and for what no honest export has:
 * declarations of entities, elements within elements without end, records of more than 16 million characters.
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
  /** The text of the innermost element, where it is wanted. */
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
        fail(`the version ${value.slice(0, 20)} of WordPress exports is not known`);
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
        ? `the file ends within ${inner === undefined ? "its beginning" : `<${inner}>`}: it is not whole`
        : `this is no XML: ${error.message.replace(/^[\d:]+ /, "").replace(/\.$/, "")}`,
    );
  });
  parser.on("doctype", () =>
    fail("there is a declaration of a document type, which no WordPress export has"),
  );
  parser.on("opentag", (tag) => {
    last = parser.position;
    open.push(tag.name);
    const isWanted = ["rss", "channel"].every(
      (name, index) => open[index] === undefined || open[index] === name,
    );
    if (!isWanted && open.length <= 2) fail("this is no export of WordPress");
    if (open.length > MAX_DEPTH) fail("elements lie too deep within each other");
    if (open.length === 3 && RECORDS.has(tag.name)) {
      // As `RECORDS` says.
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
      if (parser.position - (current?.begin ?? last) > MAX_LENGTH) fail("a record has no end");
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

/** In the encoding that its first line declares. */
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
      throw new ImportError(`${file} is not in the encoding that it says (${decoder?.encoding}).`);
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
    throw new ImportError(`${file} is in an encoding that is not known: ${label}.`);
  }
};
