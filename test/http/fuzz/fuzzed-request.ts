import { NAMESPACE } from "../client.ts";
import type { HostileValue } from "./hostile-parts.ts";

/** One thing that a request says. */
export interface Part {
  readonly place: "query" | "header" | "body";
  readonly name: string;
  readonly sent: HostileValue;
}

export const ENCODINGS = ["json", "form", "multipart", "picture"] as const;

export interface FuzzedRequest {
  /** A user of the calendar; `undefined`: nobody. */
  readonly as: string | undefined;
  readonly method: string;
  /** Below the namespace, percent-encoded. */
  readonly path: string;
  readonly parts: readonly Part[];
  readonly encoding: (typeof ENCODINGS)[number];
}

/** What goes over the connection. */
export interface Wire {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array | undefined;
}

/** Of a longer query only so much is sent: above it are limits of HTTP, which other tests are for. */
const MAX_QUERY = 7000;

/** Bytes of a text; a lone surrogate becomes the bytes that nobody may send. */
const encode = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("%EF%BF%BD", "%ED%A0%80");

const toPairs = (name: string, value: unknown): readonly string[] => {
  if (typeof value !== "object" || value === null) return [`${name}=${encode(String(value))}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${name}[]=`];
  return entries.flatMap(([key, entry]) => toPairs(`${name}[${encode(key)}]`, entry));
};

const textOf = (sent: HostileValue): string =>
  "raw" in sent ? sent.raw : typeof sent.value === "string" ? sent.value : (JSON.stringify(sent.value) ?? "");

const toForm = (parts: readonly Part[]): string =>
  parts
    .flatMap(({ name, sent }) => {
      const encoded = name.includes("[") ? name : encode(name);
      return toPairs(encoded, "raw" in sent ? sent.raw : sent.value);
    })
    .join("&");

const toJson = (parts: readonly Part[]): string =>
  `{${parts
    .map(
      ({ name, sent }) => `${JSON.stringify(name)}:${"raw" in sent ? sent.raw : JSON.stringify(sent.value)}`,
    )
    .join()}}`;

const toMultipart = (parts: readonly Part[]): string =>
  `${parts
    .map(
      ({ name, sent }) => `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${textOf(sent)}\r\n`,
    )
    .join("")}--X--\r\n`;

const bodyOf = (
  { encoding }: FuzzedRequest,
  parts: readonly Part[],
  picture: Uint8Array,
): readonly [type: string, bytes: Uint8Array] => {
  if (encoding === "picture") return ["image/png", picture];
  if (encoding === "form") return ["application/x-www-form-urlencoded", Buffer.from(toForm(parts))];
  if (encoding === "multipart") return ["multipart/form-data; boundary=X", Buffer.from(toMultipart(parts))];
  return ["application/json", Buffer.from(toJson(parts))];
};

export const toWire = (
  request: FuzzedRequest,
  tokenOf: (name: string) => string,
  picture: Uint8Array,
): Wire => {
  const inPlace = (place: Part["place"]) => request.parts.filter((part) => part.place === place);
  const query = toForm(inPlace("query")).slice(0, MAX_QUERY);
  const members = inPlace("body");
  const hasBody = members.length > 0 || request.encoding === "picture";
  const [type, bytes] = hasBody ? bodyOf(request, members, picture) : [undefined, undefined];
  return {
    method: request.method,
    target: `${NAMESPACE}${request.path}${query === "" ? "" : `?${query}`}`,
    headers: {
      ...(type !== undefined && { "content-type": type }),
      ...(bytes !== undefined && { "content-length": String(bytes.length) }),
      ...(request.as !== undefined && { authorization: `Bearer ${tokenOf(request.as)}` }),
      ...Object.fromEntries(inPlace("header").map(({ name, sent }) => [name, textOf(sent)])),
    },
    bytes,
  };
};

/** The request without one of the things that it says. */
export const smallerThan = (request: FuzzedRequest): readonly FuzzedRequest[] => [
  ...(request.as === undefined ? [] : [{ ...request, as: undefined }]),
  ...request.parts.map((_, index) => ({ ...request, parts: request.parts.toSpliced(index, 1) })),
];

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A line that sends it again; of a long body only the beginning. */
export const toCurl = ({ method, target, headers, bytes }: Wire, origin: string, as = "nobody"): string =>
  [
    `curl -X ${method} ${quote(origin + target)}`,
    ...Object.entries(headers)
      .filter(([name]) => name !== "content-length")
      .map(
        ([name, value]) => `-H ${quote(`${name}: ${name === "authorization" ? value.slice(0, 20) : value}`)}`,
      ),
    ...(bytes === undefined
      ? []
      : [`--data-binary ${quote(Buffer.from(bytes).toString("latin1").slice(0, 500))}`]),
    `# as ${as}`,
  ].join(" ");
