import { NAMESPACE } from "../../http/client.ts";
import type { HostileFile } from "./files.ts";
import type { HostileValue } from "./hostile-parts.ts";

/** Parameter or header of a request. */
export interface Part {
  readonly place: "query" | "header" | "body";
  readonly name: string;
  readonly sent: HostileValue;
}

export const ENCODINGS = ["json", "form", "multipart"] as const;

/** Alternative way to write the path or the method of a request. */
export type Way = "alias" | "locale" | "_method" | "X-HTTP-Method-Override";

export interface FuzzedRequest {
  /** Name of the user; `undefined` for an anonymous visitor. */
  readonly as: string | undefined;
  /** Kind of credential. If absent, a bearer token is sent. */
  readonly by?: "key";
  readonly method: string;
  /**
   * Percent-encoded path below the base path of the API. If it begins with `//`, it is relative to the site.
   */
  readonly path: string;
  readonly parts: readonly Part[];
  /** Encoding of the body. `raw` means that the file is the whole body. */
  readonly encoding: (typeof ENCODINGS)[number] | "raw";
  /** File that is sent in a form part of its own. */
  readonly file?: HostileFile;
  readonly way?: Way;
  /** Requests in the batch, if the request is a batch. */
  readonly requests?: readonly FuzzedRequest[];
}

/** Request in the form in which it is sent. */
export interface Wire {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array | undefined;
}

/** Returns the headers that authenticate the user of a request. */
export type CredentialsOf = (request: Pick<FuzzedRequest, "as" | "by">) => Readonly<Record<string, string>>;

/** Maximum length of a query string. Other tests cover longer ones, which HTTP servers limit. */
const MAX_QUERY = 7000;

/** Percent-encodes a text. A lone surrogate becomes bytes that are invalid in UTF-8. */
export const encodePart = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("%EF%BF%BD", "%ED%A0%80");

const toPairs = (name: string, value: unknown, longest: number): readonly string[] => {
  if (typeof value !== "object" || value === null)
    return [`${name}=${encodePart(String(value).slice(0, longest))}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${name}[]=`];
  return entries.flatMap(([key, entry]) => toPairs(`${name}[${encodePart(key)}]`, entry, longest));
};

const textOf = (sent: HostileValue): string =>
  "raw" in sent ? sent.raw : typeof sent.value === "string" ? sent.value : (JSON.stringify(sent.value) ?? "");

const toForm = (parts: readonly Part[], longest: number): string =>
  parts
    .flatMap(({ name, sent }) => {
      const encoded = name.includes("[") ? name : encodePart(name);
      return toPairs(encoded, "raw" in sent ? sent.raw : sent.value, longest);
    })
    .join("&");

const toJson = (parts: readonly Part[]): string =>
  `{${parts
    .map(
      ({ name, sent }) => `${JSON.stringify(name)}:${"raw" in sent ? sent.raw : JSON.stringify(sent.value)}`,
    )
    .join()}}`;

const toMultipart = (parts: readonly Part[], file: HostileFile | undefined): Buffer => {
  const texts = parts.map(
    ({ name, sent }) => `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${textOf(sent)}\r\n`,
  );
  if (file === undefined) return Buffer.from(`${texts.join("")}--X--\r\n`);
  const { field, name, type, bytes } = file;
  const head = `--X\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(texts.join("") + head), bytes, Buffer.from("\r\n--X--\r\n")]);
};

const inPlace = ({ parts }: FuzzedRequest, place: Part["place"]): readonly Part[] =>
  parts.filter((part) => part.place === place);

const queryOf = (request: FuzzedRequest): string =>
  toForm(inPlace(request, "query"), MAX_QUERY).slice(0, MAX_QUERY);

const headersOf = (request: FuzzedRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(inPlace(request, "header").map(({ name, sent }) => [name, textOf(sent)]));

/** Returns the JSON of the request as a member of a batch. */
const toMember = (request: FuzzedRequest): string => {
  const query = queryOf(request);
  const members = inPlace(request, "body");
  return toJson([
    { place: "body", name: "method", sent: { value: request.method } },
    { place: "body", name: "path", sent: { value: `${request.path}${query === "" ? "" : `?${query}`}` } },
    { place: "body", name: "headers", sent: { value: headersOf(request) } },
    ...(members.length > 0 ? [{ place: "body", name: "body", sent: { raw: toJson(members) } } as const] : []),
  ]);
};

const bodyOf = (request: FuzzedRequest): readonly [type: string, bytes: Uint8Array] | undefined => {
  const { encoding, file, requests } = request;
  if (encoding === "raw" && file !== undefined) return [file.type, file.bytes];
  const members = inPlace(request, "body");
  if (requests !== undefined) {
    const all: Part = {
      place: "body",
      name: "requests",
      sent: { raw: `[${requests.map(toMember).join()}]` },
    };
    return ["application/json", Buffer.from(toJson([...members, all]))];
  }
  if (members.length === 0 && file === undefined) return undefined;
  if (encoding === "multipart" || file !== undefined)
    return ["multipart/form-data; boundary=X", toMultipart(members, file)];
  if (encoding === "form")
    return ["application/x-www-form-urlencoded", Buffer.from(toForm(members, Infinity))];
  return ["application/json", Buffer.from(toJson(members))];
};

const targetOf = ({ path, way, method }: FuzzedRequest, query: string): string => {
  const override = way === "_method" ? `_method=${method}` : "";
  if (path.startsWith("//")) return [path.slice(1), query].filter((part) => part !== "").join("?");
  const alias = way === "alias" ? `rest_route=${encodePart(NAMESPACE.replace("/wp-json", "") + path)}` : "";
  const root = way === "locale" ? `/fr${NAMESPACE}` : NAMESPACE;
  const all = [alias, query, override].filter((part) => part !== "").join("&");
  return `${way === "alias" ? "/" : root + path}${all === "" ? "" : `?${all}`}`;
};

export const toWire = (request: FuzzedRequest, credentialsOf: CredentialsOf): Wire => {
  const [type, bytes] = bodyOf(request) ?? [];
  const { method, way } = request;
  const isOverridden = way === "_method" || way === "X-HTTP-Method-Override";
  return {
    method: isOverridden ? "POST" : method,
    target: targetOf(request, queryOf(request)),
    headers: {
      ...(type !== undefined && { "content-type": type }),
      ...(bytes !== undefined && { "content-length": String(bytes.length) }),
      ...(way === "X-HTTP-Method-Override" && { "x-http-method-override": method }),
      ...credentialsOf(request),
      ...headersOf(request),
    },
    bytes,
  };
};

/** Returns copies of the request, each with one part left out. */
export const smallerThan = (request: FuzzedRequest): readonly FuzzedRequest[] => {
  const { as, way: _way, by: _by, ...others } = request;
  return [
    ...(as === undefined ? [] : [{ ...request, as: undefined }]),
    ...(_way === undefined && _by === undefined ? [] : [{ as, ...others }]),
    ...(request.requests ?? []).map((_, index) => ({
      ...request,
      requests: request.requests?.toSpliced(index, 1) ?? [],
    })),
    ...request.parts.map((_, index) => ({ ...request, parts: request.parts.toSpliced(index, 1) })),
  ];
};

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const HIDDEN_HEADERS = ["authorization", "x-api-key"];

/** Returns a curl command that sends the same request. Long bodies are cut. */
export const toCurl = ({ method, target, headers, bytes }: Wire, origin: string, as = "nobody"): string =>
  [
    `curl -X ${method} ${quote(origin + target)}`,
    ...Object.entries(headers)
      .filter(([name]) => name !== "content-length")
      .map(
        ([name, value]) =>
          `-H ${quote(`${name}: ${HIDDEN_HEADERS.includes(name) ? value.slice(0, 20) : value}`)}`,
      ),
    ...(bytes === undefined
      ? []
      : [`--data-binary ${quote(Buffer.from(bytes.subarray(0, 500)).toString("latin1"))}`]),
    `# as ${as}`,
  ].join(" ");
