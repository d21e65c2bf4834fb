import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { NAMESPACE } from "../http/client.ts";
import type { TransportAttack } from "./transport-attack.ts";

const JSON_TYPE = "Content-Type: application/json";
const FORM_TYPE = "Content-Type: application/x-www-form-urlencoded";
const multipart = (boundary = "X"): string => `Content-Type: multipart/form-data; boundary=${boundary}`;
const part = (name: string, value: string, more = ""): string =>
  `--X\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const END = "--X--\r\n";
const list = (query: string): string => `GET ${NAMESPACE}/events${query}`;
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Request bodies that cannot be parsed or must be refused. */
export const BODY_ATTACKS: readonly TransportAttack[] = [
  {
    what: "truncated JSON",
    headers: [JSON_TYPE],
    body: '{"venue":"x"',
    statuses: [400],
    code: "rest_invalid_json",
  },
  {
    what: "half a million brackets",
    headers: [JSON_TYPE],
    body: `{"venue":${"[".repeat(500_000)}`,
    statuses: [400],
    names: "venue",
  },
  {
    what: "half a million lists in lists",
    headers: [JSON_TYPE],
    body: `{"x":"}","n\\"u":${"[".repeat(500_000)}${"]".repeat(500_000)},"venue":"x"}`,
    statuses: [400],
    names: 'n"u',
  },
  {
    what: "lists as values of the body",
    headers: [JSON_TYPE],
    body: "[".repeat(500_000) + "]".repeat(500_000),
    statuses: [400],
    code: "rest_invalid_json",
  },
  {
    what: "300,000 empty lists",
    headers: [JSON_TYPE],
    body: `{"venue":"x","unknown":[${"[],".repeat(300_000)}[]]}`,
    statuses: [400],
    names: "unknown",
  },
  {
    what: "80,000 members",
    headers: [JSON_TYPE],
    body: `{"venue":"x",${Array.from({ length: 80_000 }, (_, index) => `"m${index}":1`).join()}}`,
    statuses: [400],
    names: "m9999",
  },
  ...(
    [
      ["300,000 escapes that cannot be decoded", "tags", "%,".repeat(300_000)],
      ["a million commas", "organizer", ",".repeat(1_000_000)],
      ["half a million blanks", "categories", [" ,".repeat(500_000)]],
      ["300,000 encoded commas", "venue", "%2C".repeat(300_000)],
      ["a million digits", "author", "9".repeat(1_000_000)],
    ] as const
  ).map(([what, name, value]) => ({
    what: `a list of ${what}`,
    line: `POST ${NAMESPACE}/events`,
    headers: [JSON_TYPE],
    body: JSON.stringify({
      title: "x",
      start_date: "2031-01-01",
      end_date: "2031-01-01",
      [name]: value,
    }),
    statuses: [400],
    names: name,
  })),
  {
    what: "JSON in UTF-16",
    headers: ["Content-Type: application/json; charset=utf-16"],
    body: Buffer.from('{"venue":"x"}', "utf16le"),
    statuses: [400],
    code: "rest_invalid_json",
  },
  {
    what: "an overlong slash",
    headers: [JSON_TYPE],
    body: Buffer.from('{"venue":"\xc0\xaf"}', "latin1"),
    statuses: [400],
    code: "rest_invalid_json",
  },
  {
    what: "a surrogate in UTF-8",
    headers: [JSON_TYPE],
    body: Buffer.from('{"venue":"\xed\xa0\x80"}', "latin1"),
    statuses: [400],
    code: "rest_invalid_json",
  },
  {
    what: "raw bytes that are no text in a form",
    headers: [FORM_TYPE],
    body: Buffer.from("venue=a\xff\xfe", "latin1"),
    statuses: [400],
    code: "rest_invalid_param",
  },
  { what: "an overlong slash in a form", headers: [FORM_TYPE], body: "venue=%C0%AF", statuses: [400] },
  {
    what: "raw bytes that are no text in a part",
    headers: [multipart()],
    body: Buffer.from(part("venue", "a\xff\xfe") + END, "latin1"),
    statuses: [400],
    code: "rest_invalid_param",
  },
  {
    what: "bytes that are no Brotli",
    headers: [JSON_TYPE, "Content-Encoding: br"],
    body: "no Brotli",
    statuses: [400],
    code: "rest_invalid_json",
  },
  {
    what: "a charset that nobody knows in a part",
    headers: [multipart()],
    body: `--X\r\nContent-Disposition: form-data; name="venue"\r\nContent-Type: text/plain; charset=x\r\n\r\nHall\r\n${END}`,
    statuses: [400],
    names: "venue",
  },
  { what: "a NUL in a part", headers: [multipart()], body: part("venue", "a\0b") + END, statuses: [400] },
  {
    what: "half a million pairs",
    headers: [FORM_TYPE],
    body: "&a".repeat(500_000),
    statuses: [400],
    names: "a",
  },
  {
    what: "a list of 100,000",
    headers: [FORM_TYPE],
    body: "venue[]=1&".repeat(100_000),
    statuses: [400],
    names: "venue",
  },
  {
    what: "a million brackets",
    headers: [FORM_TYPE],
    body: `venue${"[".repeat(1_000_000)}`,
    statuses: [400],
    names: `venue${"[".repeat(55)}...`,
  },
  ...(
    [
      ["lists in lists", `a${"[]".repeat(12)}&`.repeat(40_000), "a"],
      ["lists too deep", `venue=x&b${"[]".repeat(20)}&`.repeat(20_000), "b"],
      ["names that are no text", "%zz%e0a&".repeat(130_000), "\ufffd"],
      ["a text of escapes that are none", `venue=${"%zz%e0a".repeat(140_000)}`, "venue"],
      ["a text of raw bytes", `venue=${"\xe0a".repeat(500_000)}`, "venue"],
      ["one name, again and again", "venue=x&".repeat(130_000), "venue"],
      [
        "other names, again and again",
        Array.from({ length: 60_000 }, (_, index) => `n${index}`).join("&"),
        "n10000",
      ],
    ] as const
  ).map(([what, body, names]) => ({
    what,
    // The server must refuse these bodies before it checks credentials.
    headers: ["-Authorization", FORM_TYPE],
    body: Buffer.from(body, "latin1"),
    statuses: [400],
    names,
  })),
  {
    what: "a query of lists in lists",
    line: list(`?page=1&a${"[]".repeat(20)}=1`),
    statuses: [400],
    names: "a",
  },
  {
    what: "a long name in a query of the alias",
    line: `GET /?rest_route=/tribe/events/v1/events&${"n".repeat(1_001)}=1`,
    statuses: [400],
    names: `${"n".repeat(60)}...`,
  },
  {
    what: "10,000 parts",
    headers: [multipart()],
    body: part("p[]", "v").repeat(10_000) + END,
    statuses: [400],
    names: "p",
  },
  {
    what: "a part without a name",
    headers: [multipart()],
    body: `--X\r\nContent-Disposition: form-data\r\n\r\nv\r\n${END}`,
    statuses: [400],
  },
  {
    what: "a file where a text belongs",
    headers: [multipart()],
    body: part("venue", "x", '; filename="x.php"') + END,
    statuses: [400],
    names: "venue",
  },
  { what: "parts that never end", headers: [multipart()], body: part("venue", "x"), statuses: [400] },
  {
    what: "almost the boundary, very often",
    headers: [multipart()],
    body: part("venue", "\r\n--".repeat(200_000)) + END,
    statuses: [400],
  },
  { what: "a boundary of 10 kB", headers: [multipart("b".repeat(10_000))], body: "--b", statuses: [400] },
  {
    what: "no boundary",
    headers: ["Content-Type: multipart/form-data; boundary"],
    body: "x",
    statuses: [400],
  },
  { what: "an open quote for a boundary", headers: [multipart('"')], body: "x", statuses: [400] },
  { what: "bytes for a boundary", headers: [multipart("\xff")], body: "x", statuses: [400] },
  {
    what: "a type of 12 kB",
    headers: [`Content-Type: application/${"a+".repeat(6_000)}json`],
    body: "{}",
    statuses: [400],
  },
  {
    what: "a type of bytes",
    headers: ["Content-Type: \xff/json"],
    body: "{}",
    statuses: [400],
    code: "rest_missing_callback_param",
  },
  ...(
    [
      ["gzip", gzipSync(Buffer.alloc(50_000_000, 32))],
      ["deflate", deflateSync(Buffer.alloc(50_000_000, 32))],
      ["br", brotliCompressSync(Buffer.alloc(50_000_000, 32), fast)],
    ] as const
  ).map(([coding, body]) => ({
    what: `50 MB packed by ${coding}`,
    headers: [JSON_TYPE, `Content-Encoding: ${coding}`],
    body,
    statuses: [413],
    code: "rest_body_too_large",
  })),
  {
    what: "a truncated archive",
    headers: [JSON_TYPE, "Content-Encoding: gzip"],
    body: gzipSync('{"venue":"a truncated archive"}').subarray(0, 15),
    statuses: [400],
  },
  {
    what: "codings upon codings",
    headers: [JSON_TYPE, "Content-Encoding: gzip, gzip"],
    body: gzipSync(gzipSync("{}")),
    statuses: [400],
  },
  { what: "10 MB", headers: [JSON_TYPE], body: Buffer.alloc(10_000_000, 32), statuses: [413] },
  {
    what: "10 MB for a read",
    line: list(""),
    headers: [JSON_TYPE],
    body: Buffer.alloc(10_000_000, 32),
    statuses: [413],
  },
  {
    what: "the promise of terabytes",
    headers: [JSON_TYPE, "Content-Length: 99999999999999"],
    statuses: [413],
  },
  { what: "a length below zero", headers: ["Content-Length: -1"], statuses: [400] },
  { what: "a length in words", headers: ["Content-Length: many"], statuses: [400] },
  {
    what: "a length and chunks",
    headers: [JSON_TYPE, "Content-Length: 5", "Transfer-Encoding: chunked"],
    body: "0\r\n\r\n",
    statuses: [400],
  },
  {
    what: "chunks of no size",
    headers: [JSON_TYPE, "Transfer-Encoding: chunked"],
    body: "zz\r\nxx",
    statuses: [400],
  },
];
