import { readFileSync } from "node:fs";
import { ADJUSTMENT_REASONS } from "@kalends/core/internals";
import type { HttpErrorCode } from "@kalends/http/internals";
import { expect } from "chai";
import { SETTINGS, type Setting } from "kalends/internals";

const docs = (name: string): string =>
  readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");

/** Returns the cells of all tables in a document, row by row. Headers and backticks are left out. */
const rows = (text: string): readonly (readonly string[])[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim().replaceAll("`", "")),
    );

/** One entry per error code. A new code does not compile until it is added. */
const CODES: Readonly<Record<HttpErrorCode, string>> = {
  rest_no_route: "404",
  rest_invalid_json: "400",
  rest_missing_callback_param: "400",
  rest_invalid_param: "400",
  rest_invalid_type: "400",
  rest_forbidden: "401 / 403",
  rest_cannot_edit_others: "401 / 403",
  rest_invalid_namespace: "404",
  rest_body_too_large: "413",
  rest_unsupported_media_type: "415",
  rest_too_many_requests: "429",
  rest_malformed_request: "400",
  rest_request_timeout: "408",
  rest_headers_too_large: "431",
  rest_storage_unavailable: "503",
  rest_storage_full: "507",
  rest_idempotency_conflict: "409",
  rest_idempotency_mismatch: "422",
  rest_failed_dependency: "424",
  rest_limit_reached: "409",
  rest_too_many_records: "409",
  rest_external_id_taken: "409",
  rest_count_mismatch: "409",
  rest_proposal_decided: "409",
  rest_mail_unavailable: "409",
  rest_sign_in_failed: "401",
  rest_confirmation_required: "403",
  rest_link_expired: "410",
  rest_user_not_found: "404",
  rest_credential_not_found: "404",
  rest_revision_not_found: "404",
  rest_preview_not_found: "404",
  rest_job_not_found: "404",
  rest_cookie_refused: "403",
  rest_image_in_use: "409",
  rest_precondition_failed: "412",
  rest_precondition_required: "428",
  rest_image_refused: "400",
  rest_token_expired: "410",
  rest_term_invalid: "404",
  rest_record_merged: "410",
  rest_taxonomy_not_hierarchical: "400",
  term_exists: "400",
  duplicate_term_slug: "400",
  empty_term_name: "400",
  missing_parent: "400",
  invalid_username: "401",
  incorrect_password: "401",
  "rest-event-not-found": "404",
  "rest-invalid-event-id": "400",
  "event-no-longer-available": "403",
  "event-not-accessible": "403",
  "event-is-in-trash": "410",
  "event-archive-page-not-found": "404",
  "event-tickets-not-active": "400",
  "venue-not-accessible": "403",
  "organizer-not-accessible": "403",
  "venue-is-in-trash": "410",
  "organizer-is-in-trash": "410",
  "could-not-create-venue": "400",
  "could-not-create-organizer": "400",
  "venue-archive-page-not-found": "404",
  "organizer-archive-page-not-found": "404",
  internal_server_error: "500",
};

describe("docs/reference/errors.md", () => {
  it("has each code once, with its status and when it comes, and no other", () => {
    const documented = rows(docs("reference/errors.md"));
    expect(documented.map(([code]) => code)).to.have.members(Object.keys(CODES));
    for (const [code, status, when] of documented) {
      expect(status, code).to.equal(CODES[code as HttpErrorCode]);
      expect(when, code).to.not.equal("");
    }
  });
});

describe("docs/reference/adjustments.md", () => {
  it("has each reason once, with when it comes, and no other", () => {
    const documented = rows(docs("reference/adjustments.md"));
    expect(documented.map(([reason]) => reason)).to.have.members(ADJUSTMENT_REASONS);
    for (const [reason, when] of documented) expect(when, reason).to.not.equal("");
  });
});

describe("docs/reference/configuration.md", () => {
  const documented = rows(docs("reference/configuration.md"));

  it("has each setting once and no other", () => {
    const expected = Object.entries(SETTINGS).map(([key, { variable }]) => `${variable} ${key}`);
    expect(documented.map(([variable, key]) => `${variable} ${key}`)).to.have.members(expected);
  });

  it("tells what each means, and its default", () => {
    const fallbacks = new Map<string, unknown>(
      Object.values(SETTINGS).map((setting: Setting<unknown>) => [
        setting.variable,
        setting.standaloneDefault ?? setting.fallback,
      ]),
    );
    for (const [variable = "", , shown, meaning] of documented) {
      expect(shown, variable).to.equal(toText(fallbacks.get(variable)));
      expect(meaning, variable).to.not.equal("");
    }
  });
});

/** Returns the value in the form in which the environment contains it. */
const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(",");
  if (value === undefined || typeof value === "object") return "";
  return typeof value === "boolean" ? String(Number(value)) : String(value);
};
