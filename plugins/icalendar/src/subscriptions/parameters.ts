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
import { NO_ADDRESS } from "../import/texts.ts";
import { type SubscriptionChanges, VANISHED } from "./subscriptions.ts";
import { SUBSCRIPTION_DESCRIPTIONS as D } from "./texts.ts";

/** The same for new subscriptions and for changes, which need none of them. */
export type Sent = { readonly [Name in keyof Required<SubscriptionChanges>]: SubscriptionChanges[Name] };

const [LONGEST_LABEL, MOST_IDS] = [200, 50];
/** Minutes. */
const [SHORTEST_INTERVAL, LONGEST_INTERVAL] = [5, 7 * 24 * 60];

const refuse = (reason: Problem["reason"], more: Partial<Problem> = {}): { readonly problem: Problem } => ({
  problem: { reason, ...more },
});

type Repositories = Pick<PluginDeps["repositories"], "terms" | "venues">;

export const createParameters = ({
  repositories,
  postStatuses,
}: Pick<PluginDeps, "repositories" | "postStatuses">): ParametersFor<Sent> => ({
  url: {
    description: D.url,
    documented: { type: "string", maxLength: 2000 },
    resolve(raw) {
      const checked = checkText(raw, 2000);
      if ("problem" in checked) return checked;
      return toCalendarAddress(checked.value) === undefined
        ? refuse("not-a-url", { text: NO_ADDRESS })
        : { value: checked.value };
    },
  },
  label: { description: D.label, type: "string", documented: { maxLength: LONGEST_LABEL } },
  enabled: { description: D.enabled, type: "boolean" },
  interval: {
    description: D.interval,
    type: "integer",
    documented: { minimum: SHORTEST_INTERVAL, maximum: LONGEST_INTERVAL, example: 60 },
  },
  vanished: oneOf(D.vanished, VANISHED),
  categories: termIds("category", D.categories, repositories),
  tags: termIds("tag", D.tags, repositories),
  venue: {
    description: D.venue,
    documented: { type: "integer", minimum: 0 },
    async resolve(raw) {
      const id = toNumber(raw);
      if (id === undefined || !Number.isSafeInteger(id) || id < 0) return refuse("unknown-venue");
      return id === 0 || (await repositories.venues.find(id)) !== undefined
        ? { value: id }
        : refuse("unknown-venue");
    },
  },
  status: oneOf(D.status, postStatuses.writableNames),
  categories_as: oneOf(D.categoriesAs, ["categories", "tags"] as const),
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
  taxonomy: "category" | "tag",
  description: string,
  { terms }: Pick<Repositories, "terms">,
): Parameter<readonly number[] | undefined> => ({
  description,
  documented: { type: "array", items: { type: "integer" }, maxItems: MOST_IDS },
  async resolve(raw): Promise<Resolution<readonly number[]>> {
    const entries: readonly unknown[] = typeof raw === "string" ? raw.split(",") : [raw].flat();
    const isBlank = (entry: unknown): boolean => typeof entry === "string" && entry.trim() === "";
    const ids = entries.filter((entry) => !isBlank(entry)).map(toNumber);
    if (ids.length > MOST_IDS) return refuse("too-many", { values: { maximum: MOST_IDS } });
    const unknown = refuse(taxonomy === "category" ? "unknown-category" : "unknown-tag");
    const known: number[] = [];
    for (const id of ids) {
      const term =
        id !== undefined && Number.isSafeInteger(id) && id > 0 ? await terms.find(taxonomy, id) : undefined;
      if (term === undefined) return unknown;
      known.push(term.id);
    }
    return { value: [...new Set(known)] };
  },
});
