import { type Problem, problemAt } from "../errors.ts";
import {
  type ExternalId,
  ICAL_SOURCE,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_EXTERNAL_IDS,
  MAX_UID_LENGTH,
} from "../model/external-id.ts";
import { isObject, type JsonSchema } from "../model/json.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Parameter, Resolution } from "../parameter.ts";
import { type Actor, can } from "../rights/actor.ts";
import { checkText, refuse } from "./scalars.ts";

const SOURCE = /^[a-z0-9._-]{1,64}$/;
const CONTROL = /\p{Cc}/u;

/**
 * Maximum number of entries of `external_ids` in a request, including ids of reserved sources. Longer lists
 * are refused before their entries are checked.
 */
const MAX_ENTRIES = 10 * MAX_EXTERNAL_IDS;

/** Example in the error message for a value that is no list of external ids. */
const EXAMPLE = { example: '[{"source":"crm","id":"4711"}]' };

/** External id in the form of the model, or the problem of one of its members. */
type Checked =
  | { readonly value: ExternalId }
  | { readonly member: "source" | "id"; readonly problem: Problem };

/**
 * Checks the source and the id of an external id that a client sent. The id is returned in NFC.
 * Source: rules/external-ids.md#external-ids.
 */
export const checkExternalId = (source: unknown, id: unknown): Checked => {
  const refused = (member: "source" | "id", { problem }: { readonly problem: Problem }): Checked => ({
    member,
    problem,
  });
  if (typeof source !== "string") return refused("source", refuse("not-a-string"));
  if (!SOURCE.test(source)) return refused("source", refuse("not-a-source"));
  const checked = checkText(id, source === ICAL_SOURCE ? MAX_UID_LENGTH : MAX_EXTERNAL_ID_LENGTH);
  if (!("value" in checked)) return refused("id", checked);
  if (checked.value === "") return refused("id", refuse("empty"));
  if (CONTROL.test(checked.value)) return refused("id", refuse("invalid-text"));
  return { value: { source, id: checked.value } };
};

const resolveList = (raw: unknown): Resolution<readonly ExternalId[]> => {
  if (raw === "") return { value: [] };
  if (!Array.isArray(raw)) return refuse("not-external-ids", EXAMPLE);
  if (raw.length > MAX_ENTRIES) return refuse("too-many", { maximum: MAX_EXTERNAL_IDS });
  const ids: ExternalId[] = [];
  for (const [index, entry] of raw.entries()) {
    if (!isObject(entry) || Object.keys(entry).some((name) => name !== "source" && name !== "id"))
      return { problem: { reason: "not-external-ids", values: EXAMPLE, at: `[${index}]` } };
    const checked = checkExternalId(entry.source, entry.id);
    if (!("value" in checked))
      return { problem: problemAt(checked.problem, `[${index}][${checked.member}]`) };
    ids.push(checked.value);
  }
  return { value: ids };
};

const LIST: JsonSchema = {
  type: ["array", "null"],
  items: {
    type: "object",
    required: ["source", "id"],
    properties: {
      source: { type: "string", pattern: SOURCE.source, maxLength: 64 },
      id: { type: "string", minLength: 1, maxLength: MAX_EXTERNAL_ID_LENGTH },
    },
  },
};

/**
 * Parameter for all external ids of a record. An empty list or `""` removes them.
 * Source: rules/external-ids.md#external-ids-in-bodies.
 */
export const EXTERNAL_IDS: Parameter<readonly ExternalId[] | undefined> = {
  description: "parameter.external_ids",
  default: null,
  documented: { example: [{ source: "crm", id: "4711" }], body: LIST },
  resolve: resolveList,
};

/** True if the actor may see external ids, at least those of records that they may edit. */
const maySeeExternalIds = (actor: Actor, { publicExternalIds }: SiteSettings): boolean =>
  publicExternalIds === true || can(actor, "edit");

/**
 * Value of the filter `external_id`, with the text that the client sent, for links to other pages.
 * Source: rules/external-ids.md#external-id-filter.
 */
export interface SentExternalId {
  readonly externalId: ExternalId;
  readonly sent: string;
}

/**
 * Creates the parameter that selects the records with an external id, as `source:id`. Refuses callers who may
 * not see external ids.
 */
export const externalIdFilter = (site: SiteSettings): Parameter<SentExternalId | undefined> => ({
  type: "string",
  description: "parameter.external_id",
  documented: { example: "crm:4711" },
  resolve(raw, { actor }) {
    if (!maySeeExternalIds(actor, site)) return refuse("external-ids-hidden");
    if (typeof raw !== "string") return refuse("not-a-string");
    const colon = raw.indexOf(":");
    if (colon < 0) return refuse("not-an-external-id");
    const checked = checkExternalId(raw.slice(0, colon), raw.slice(colon + 1));
    return "value" in checked ? { value: { externalId: checked.value, sent: raw } } : checked;
  },
});
