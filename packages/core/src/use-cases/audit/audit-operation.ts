import { parseMoment } from "../../model/date-parsing/parse-date.ts";
import type { SiteSettings } from "../../model/site.ts";
import { millisecondsOf } from "../../model/time/wall-clock.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { Parameter, ParametersFor } from "../../parameter.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import { refuse, toPositiveInteger } from "../../parameters/scalars.ts";
import type { Clock } from "../../ports/clock.ts";
import { can } from "../../rights/actor.ts";
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditAction, isAuditId } from "./audit-entry.ts";
import type { AuditPage, AuditQuery, ReadAudit } from "./read-audit.ts";

/** Maximum number of entries on a page. It applies in addition to the calendar's own limit. */
const MAX_PER_PAGE = 500;

type NamedRecord = Pick<AuditQuery, "kind" | "recordId">;

/**
 * Parses a kind with an id, such as `event/12`, or only an id, such as `12`. Returns `undefined` for any
 * other text.
 */
export const toAuditedRecord = (text: string): NamedRecord | undefined => {
  const [, kind, digits] = /^(?:([a-z]+)\/)?([1-9]\d{0,15})$/.exec(text) ?? [];
  const recordId = toPositiveInteger(digits);
  if (recordId === undefined) return undefined;
  if (kind === undefined) return { recordId };
  const known = AUDIT_KINDS.find((name) => name === kind);
  return known && { kind: known, recordId };
};

/**
 * Converts a date on the wall clock of the site to milliseconds since 1970. Returns `undefined` for a text
 * that is not a date.
 * Source: rules/dates.md#date-input.
 */
export const toAuditedTime = (
  text: string,
  { timezone }: Pick<SiteSettings, "timezone">,
  clock: Clock,
): number | undefined => {
  const moment = parseMoment(text, timezone, clock);
  return moment && millisecondsOf(moment.utc);
};

type Values = {
  readonly record: NamedRecord | undefined;
  readonly user: number | undefined;
  readonly action: AuditAction | undefined;
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly per_page: number;
  readonly cursor: string | undefined;
};

interface AuditOperationDeps {
  readonly readAudit: ReadAudit;
  readonly site: SiteSettings;
  readonly clock: Clock;
}

/**
 * Creates the operation that reads the audit log. Only actors with the right `read_audit`, such as
 * administrators, may call it. Source: rules/audit.md#address.
 */
export const createAuditOperation = ({
  readAudit,
  site,
  clock,
}: AuditOperationDeps): CollectionOperation<Values, AuditPage> => {
  const time = (description: string): Parameter<number | undefined> => ({
    description,
    documented: { type: "string", example: "2031-05-16 12:00:00" },
    resolve(raw) {
      const isText = typeof raw === "string" || typeof raw === "number";
      const value = isText ? toAuditedTime(String(raw), site, clock) : undefined;
      return value === undefined ? refuse("not-a-date") : { value };
    },
  });
  const parameters: ParametersFor<Values> = {
    record: {
      description: "parameter.audit.record",
      documented: { type: "string", example: "event/14" },
      resolve(raw) {
        const value =
          typeof raw === "string" || typeof raw === "number" ? toAuditedRecord(String(raw)) : undefined;
        return value === undefined ? refuse("not-acceptable") : { value };
      },
    },
    user: {
      description: "parameter.audit.user",
      type: "integer",
      documented: { minimum: 1, example: 1 },
      resolve(raw) {
        const value = toPositiveInteger(raw);
        return value === undefined ? refuse("not-a-positive-integer") : { value };
      },
    },
    action: {
      description: "parameter.audit.action",
      type: "string",
      documented: { enum: AUDIT_ACTIONS, example: "updated" },
      resolve(raw) {
        const value = AUDIT_ACTIONS.find((action) => action === raw);
        return value === undefined ? refuse("not-one-of", { names: AUDIT_ACTIONS.join(", ") }) : { value };
      },
    },
    since: time("parameter.audit.since"),
    until: time("parameter.audit.until"),
    per_page: pagingParameters(site).per_page,
    cursor: {
      description: "parameter.audit.cursor",
      documented: { type: "string", example: "0001936713600000-000000007-5f0c1d2e3a4b5c6d" },
      resolve: (raw) =>
        typeof raw === "string" && isAuditId(raw) ? { value: raw } : refuse("not-acceptable"),
    },
  };
  return {
    method: "read",
    parameters,
    permits: (actor) => can(actor, "read_audit"),
    run({ record, user, action, since, until, per_page, cursor }) {
      const limit = Math.min(per_page, MAX_PER_PAGE);
      return readAudit({ ...record, userId: user, action, since, until, before: cursor, limit });
    },
  };
};
