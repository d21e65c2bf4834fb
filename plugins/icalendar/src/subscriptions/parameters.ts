import {
  checkText,
  type Parameter,
  type ParametersFor,
  type PluginDeps,
  type Problem,
  type Resolution,
  toNumber,
} from "@kalends/core/plugin";
import { toCalendarAddress } from "../import/calendar-address.ts";
import { english } from "../texts.ts";
import { type SubscriptionChanges, VANISHED } from "./subscriptions.ts";

/** Parsed parameters of a request for a subscription. A parameter that was not sent is `undefined`. */
export type Sent = { readonly [Name in keyof Required<SubscriptionChanges>]: SubscriptionChanges[Name] };

type StoredTerms = PluginDeps["calendar"]["unrestricted"]["tags"];

const [MAX_LABEL_LENGTH, MAX_IDS] = [200, 50];
/** Minimum and maximum of `interval`, in minutes. */
const [MIN_INTERVAL, MAX_INTERVAL] = [5, 7 * 24 * 60];

const refuse = (reason: Problem["reason"], more: Partial<Problem> = {}): { readonly problem: Problem } => ({
  problem: { reason, ...more },
});

export const createParameters = ({
  calendar: {
    unrestricted: { categories, tags, venues },
  },
  postStatuses,
}: Pick<PluginDeps, "calendar" | "postStatuses">): ParametersFor<Sent> => ({
  url: {
    description: english("subscription.url"),
    documented: { type: "string", maxLength: 2000 },
    resolve(raw) {
      const checked = checkText(raw, 2000);
      if ("problem" in checked) return checked;
      return toCalendarAddress(checked.value) === undefined
        ? refuse("not-a-url", { text: english("problem.address") })
        : { value: checked.value };
    },
  },
  label: {
    description: english("subscription.label"),
    type: "string",
    documented: { maxLength: MAX_LABEL_LENGTH },
  },
  enabled: { description: english("subscription.enabled"), type: "boolean" },
  interval: {
    description: english("subscription.interval"),
    type: "integer",
    documented: { minimum: MIN_INTERVAL, maximum: MAX_INTERVAL, example: 60 },
  },
  vanished: oneOf(english("subscription.vanished"), VANISHED),
  categories: termIds("unknown-category", english("subscription.categories"), categories),
  tags: termIds("unknown-tag", english("subscription.tags"), tags),
  venue: {
    description: english("subscription.venue"),
    documented: { type: "integer", minimum: 0 },
    async resolve(raw) {
      const id = toNumber(raw);
      if (id === undefined || !Number.isSafeInteger(id) || id < 0) return refuse("unknown-venue");
      return id === 0 || (await venues.get(id)) !== undefined ? { value: id } : refuse("unknown-venue");
    },
  },
  status: oneOf(english("import.status"), postStatuses.writableNames),
  categories_as: oneOf(english("subscription.categories_as"), ["categories", "tags"] as const),
});

const oneOf = <Name extends string>(
  description: string,
  names: readonly Name[],
): Parameter<Name | undefined> => ({
  description,
  type: "string",
  documented: { enum: names },
  resolve(raw) {
    const found = names.find((name) => name === raw);
    return found === undefined
      ? refuse("not-one-of", { values: { names: names.join(", ") } })
      : { value: found };
  },
});

const termIds = (
  reason: "unknown-category" | "unknown-tag",
  description: string,
  terms: StoredTerms,
): Parameter<readonly number[] | undefined> => ({
  description,
  documented: { type: "array", items: { type: "integer" }, maxItems: MAX_IDS },
  async resolve(raw): Promise<Resolution<readonly number[]>> {
    const entries: readonly unknown[] = typeof raw === "string" ? raw.split(",") : [raw].flat();
    const isBlank = (entry: unknown): boolean => typeof entry === "string" && entry.trim() === "";
    const ids = entries.filter((entry) => !isBlank(entry)).map(toNumber);
    if (ids.length > MAX_IDS) return refuse("too-many", { values: { maximum: MAX_IDS } });
    const known: number[] = [];
    for (const id of ids) {
      const term = id !== undefined && Number.isSafeInteger(id) && id > 0 ? await terms.get(id) : undefined;
      if (term === undefined) return refuse(reason);
      known.push(term.id);
    }
    return { value: [...new Set(known)] };
  },
});
