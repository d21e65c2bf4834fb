import { NAMESPACE } from "../http/client.ts";
import type { TransportAttack } from "./transport-attack.ts";

const list = (query: string): string => `GET ${NAMESPACE}/events${query}`;

const HOSTS: readonly TransportAttack[] = [
  ...["a:99999", "999.999.999.999", "1.2.3.4.5", "256.1", "0x100000000", "xn--a", "[::::]", "[1.2.3.4]"],
  ...[
    "..",
    "-",
    "%41",
    "a b",
    "evil.example/path",
    "evil.example@b",
    "a:",
    "\xe9",
    '"><script>',
    "a".repeat(300),
  ],
].map((host) => ({
  what: `the host ${host.slice(0, 30)}`,
  line: list(""),
  headers: [`Host: ${host}`],
  statuses: [200],
}));

const LINES: readonly TransportAttack[] = [
  { what: "a whole address", line: `GET http://evil.example${NAMESPACE}/events`, statuses: [200] },
  { what: "a broken host in the address", line: `GET http://[::1${NAMESPACE}/events`, statuses: [200] },
  { what: "an address that ends at its host", line: "GET http://[", statuses: [200] },
  { what: "a host that cannot be spelled", line: "GET http://xn--/", statuses: [200] },
  { what: "an asterisk", line: "OPTIONS *", statuses: [404] },
  { what: "two slashes", line: `GET /${NAMESPACE}/events`, statuses: [200] },
  { what: "12,000 slashes", line: `GET ${"/".repeat(12_000)}x`, statuses: [404] },
  { what: "what passes as a foreign host", line: `GET //evil.example${NAMESPACE}/events`, statuses: [404] },
  { what: "a dot in the path", line: `GET /wp-json/.${NAMESPACE.slice(8)}/events`, statuses: [404] },
  { what: "two dots in the path", line: `GET /wp-json/..${NAMESPACE}/events`, statuses: [404] },
  { what: "a backslash", line: "GET /\\", statuses: [404] },
  { what: "a malformed escape", line: `GET ${NAMESPACE}/events/by-slug/%E0%A4%A`, statuses: [400] },
  { what: "a slash in a slug", line: `GET ${NAMESPACE}/events/by-slug/a%2fb`, statuses: [400] },
  { what: "two dots in a slug", line: `GET ${NAMESPACE}/events/by-slug/%2e%2e%2fa`, statuses: [400] },
  { what: "a NUL in a slug", line: `GET ${NAMESPACE}/venues/by-slug/a%00`, statuses: [400] },
  { what: "a NUL in a path", line: `GET ${NAMESPACE}/events/%00`, statuses: [404] },
  {
    what: "a slug of 8 kB",
    line: `GET ${NAMESPACE}/events/by-slug/${"%CC%81".repeat(1_400)}`,
    statuses: [400],
  },
  { what: "an id of 8 kB", line: `GET ${NAMESPACE}/events/${"9".repeat(8_000)}`, statuses: [404] },
  { what: "a query of 12 kB", line: list(`?search=${"x".repeat(12_000)}`), statuses: [400] },
  { what: "an address of 20 kB", line: list(`?${"x".repeat(20_000)}`), statuses: [431] },
  {
    what: "raw bytes in the path",
    line: `GET ${NAMESPACE}/events?search=\xff`,
    statuses: [400],
  },
  { what: "a method of nobody", line: `BREW ${NAMESPACE}/events`, statuses: [400] },
  { what: "a tunnel", line: "CONNECT calendar.example:443", statuses: [400], code: "rest_malformed_request" },
  {
    what: "HTTP/1.1 without a host",
    headers: ["-Host:"],
    line: list(""),
    statuses: [400],
    code: "rest_malformed_request",
  },
  { what: "an expectation of nobody", line: list(""), headers: ["Expect: wonders"], statuses: [200] },
  { what: "a NUL in a header", line: list(""), headers: ["X-A: \0"], statuses: [400] },
  { what: "a header without a name", line: list(""), headers: [": x"], statuses: [400] },
  { what: "a folded header", line: list(""), headers: ["X-A: a\r\n b"], statuses: [200, 400] },
  { what: "a space before the colon", line: list(""), headers: ["X-A : a"], statuses: [400] },
  { what: "HTTP/3.0", line: `${list("")} HTTP/3.0`, statuses: [400], code: "rest_malformed_request" },
  {
    what: "headers of 20 kB",
    line: list(""),
    headers: [`X-A: ${"x".repeat(20_000)}`],
    statuses: [431],
    code: "rest_headers_too_large",
  },
  { what: "TRACE", line: `TRACE ${NAMESPACE}/events`, statuses: [404] },
  {
    what: "HTTP/1.0 without a host",
    line: `GET ${NAMESPACE}/events HTTP/1.0`,
    headers: ["-Host:"],
    statuses: [200],
  },
  { what: "an empty route", line: "GET /?rest_route=", statuses: [200] },
  { what: "a route of slashes", line: "GET /?rest_route=////", statuses: [200] },
  { what: "a list of routes", line: "GET /?rest_route[]=/tribe/events/v1/events", statuses: [200] },
  { what: "a route with a query", line: "GET /?rest_route=/tribe/events/v1/events?page=1", statuses: [404] },
  { what: "a route that climbs", line: "GET /?rest_route=/../../etc/passwd", statuses: [404] },
  { what: "an override to nonsense", line: list("?_method=EAT"), statuses: [404] },
  { what: "an override to __proto__", line: list("?_method=__proto__"), statuses: [404] },
  { what: "an override as a list", line: list("?_method[]=DELETE"), statuses: [200] },
  {
    what: "an override of bytes",
    line: list(""),
    headers: ["X-HTTP-Method-Override: \xff"],
    statuses: [404],
  },
  { what: "1,000 parameters", line: list(`?${"p=1&".repeat(1_000)}`), statuses: [200] },
  { what: "brackets that never close", line: list(`?page[[[&a[b]c=1&a[9999999999]=1&a[`), statuses: [200] },
  { what: "a huge index", line: list("?include[9999999999]=1"), statuses: [400] },
  { what: "a thousand brackets", line: list(`?include${"[a]".repeat(1_000)}=1`), statuses: [400] },
  {
    what: "names of prototypes",
    line: list("?__proto__[page]=x&constructor[prototype][page]=x"),
    statuses: [200],
  },
  { what: "5,000 fields", line: list(`?_fields=${"a,".repeat(5_000)}`), statuses: [200] },
  { what: "a field 5,000 deep", line: list(`?_fields=events${".a".repeat(5_000)}`), statuses: [200] },
  { what: "fields of prototypes", line: list("?_fields=__proto__,constructor.prototype"), statuses: [200] },
  {
    what: "1,000 tags to compare",
    line: list(""),
    headers: [`If-None-Match: ${'W/"x",'.repeat(1_800)}`],
    statuses: [200],
  },
  { what: "an origin of bytes", line: list(""), headers: ["Origin: \xff\t\x80"], statuses: [200] },
  { what: "an origin of 8 kB", line: list(""), headers: [`Origin: ${"x".repeat(8_000)}`], statuses: [200] },
  {
    what: "a second answer in a query",
    line: list("?search=a%0d%0aSet-Cookie:%20x=1&status=a%0d%0aX-Evil:%201"),
    statuses: [400],
  },
];

const CREDENTIALS: readonly TransportAttack[] = [
  ...[
    "Basic =",
    "Basic YQ==",
    `Basic ${"A".repeat(12_000)}`,
    "Basic YQBiOmM=",
    "Basic /zr/",
    "Basic X19wcm90b19fOng=",
  ],
  ...["Bearer x", "Bearer .", "Bearer ..", "Bearer eyJhbGciOiJub25lIn0.e30.", `Bearer ${"a.".repeat(5_000)}`],
  ...["Digest x", "\xff", "x".repeat(12_000), "Bearer __proto__.x", "Basic\tYTpi\t"],
].map((value) => ({
  what: `the credentials ${value.slice(0, 24)}`,
  line: list(""),
  headers: [`Authorization: ${value}`],
  isCounted: /X19wcm90b19fOng=|YTpi|\/zr\//.test(value),
  statuses: [401],
}));

/** Attacks in the request line and in headers. */
export const HEAD_ATTACKS: readonly TransportAttack[] = [...HOSTS, ...LINES, ...CREDENTIALS];
