import { type BadCase, DATES, rawJson } from "./bad-case.ts";
import type { Sent } from "./client.ts";

const JSON_TYPE = { "content-type": "application/json" };

const rawForm = (raw: string): Sent => ({
  raw,
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

/** Requests with a body or path that cannot be parsed. */
export const BAD_REQUESTS: readonly BadCase[] = [
  {
    what: "bytes that are no UTF-8 in a query",
    method: "GET",
    path: "/events?search=%FF%FE",
    names: "search",
  },
  {
    what: "bytes that are no UTF-8 in a form",
    path: "/venues",
    sent: { form: "venue=%FF" },
    names: "venue",
  },
  {
    what: "raw bytes that are no UTF-8 in JSON",
    path: "/events",
    sent: rawJson(Buffer.from([0x7b, 0x22, 0x74, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])),
    code: "rest_invalid_json",
  },
  { what: "truncated JSON", path: "/events", sent: rawJson('{"title":"x",'), code: "rest_invalid_json" },
  {
    what: "truncated JSON on a read",
    method: "GET",
    path: "/events",
    sent: rawJson('{"a":'),
    code: "rest_invalid_json",
  },
  {
    what: "JSON with a comment",
    path: "/events",
    sent: rawJson('{"title":"x"} // y'),
    code: "rest_invalid_json",
  },
  { what: "a JSON list", path: "/events", sent: rawJson("[1,2]"), code: "rest_invalid_json" },
  { what: "a JSON text", path: "/events", sent: rawJson('"abc"'), code: "rest_invalid_json" },
  { what: "a JSON number", path: "/events", sent: rawJson("12"), code: "rest_invalid_json" },
  { what: "JSON null", path: "/events", sent: rawJson("null"), code: "rest_invalid_json" },
  { what: "an empty JSON body", path: "/events", sent: rawJson(""), code: "rest_missing_callback_param" },
  {
    what: "JSON sent as text",
    path: "/events",
    sent: { raw: JSON.stringify({ ...DATES, title: "x" }), headers: { "content-type": "text/plain" } },
    code: "rest_missing_callback_param",
  },
  {
    what: "JSON sent without a type",
    path: "/events",
    sent: { raw: JSON.stringify({ ...DATES, title: "x" }) },
    code: "rest_missing_callback_param",
  },
  {
    what: "XML",
    path: "/events",
    sent: { raw: "<title>x</title>", headers: { "content-type": "application/xml" } },
    code: "rest_missing_callback_param",
  },
  {
    what: "a content type that is none",
    path: "/events",
    sent: { raw: "title=x", headers: { "content-type": ";;;/" } },
    code: "rest_missing_callback_param",
  },
  {
    what: "a multipart body without a boundary",
    path: "/events",
    sent: { raw: "title=x", headers: { "content-type": "multipart/form-data" } },
    code: "rest_invalid_json",
  },
  {
    what: "a compressed body that is none",
    path: "/events",
    sent: { raw: "not gzip", headers: { ...JSON_TYPE, "content-encoding": "gzip" } },
    code: "rest_invalid_json",
  },
  {
    what: "an unknown compression",
    path: "/events",
    sent: { raw: "{}", headers: { ...JSON_TYPE, "content-encoding": "rot13" } },
    code: "rest_invalid_json",
  },
  {
    what: "10 MB of JSON",
    path: "/events",
    sent: rawJson(`{"title":"${"x".repeat(10_000_000)}"}`),
    status: 413,
    code: "rest_body_too_large",
  },
  {
    what: "10 MB of a form",
    path: "/events",
    sent: rawForm(`title=${"x".repeat(10_000_000)}`),
    status: 413,
    code: "rest_body_too_large",
  },
  {
    what: "10 MB in chunks",
    path: "/events",
    sent: {
      raw: `{"title":"${"x".repeat(10_000_000)}"}`,
      headers: { ...JSON_TYPE, "transfer-encoding": "chunked" },
    },
    status: 413,
    code: "rest_body_too_large",
  },
  { what: "a slug with a malformed escape", method: "GET", path: "/events/by-slug/%E0%A4%A", names: "slug" },
  {
    what: "a path with a malformed escape",
    method: "GET",
    path: "/events/%",
    status: 404,
    code: "rest_no_route",
  },
  { what: "a negative id", method: "GET", path: "/events/-1", status: 404, code: "rest_no_route" },
  { what: "a fraction as an id", method: "GET", path: "/events/1.5", status: 404, code: "rest_no_route" },
  { what: "a word as an id", method: "GET", path: "/events/foo", status: 404, code: "rest_no_route" },
  { what: "an empty slug", method: "GET", path: "/events/by-slug/", status: 404, code: "rest_no_route" },
  {
    what: "a method that nobody knows",
    method: "PROPFIND",
    path: "/events",
    status: 404,
    code: "rest_no_route",
  },
  { what: "an override that nobody knows", path: "/events?_method=EAT", status: 404, code: "rest_no_route" },
  {
    what: "an override in a query that cannot be read",
    method: "POST",
    path: `/doc?_method=GET&${"x".repeat(1001)}=1`,
    status: 400,
    code: "rest_invalid_param",
  },
  {
    what: "PUT on a collection",
    method: "PUT",
    path: "/events",
    sent: { json: {} },
    status: 404,
    code: "rest_no_route",
  },
];
