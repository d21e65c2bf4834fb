import {
  type ActorRole,
  checkText,
  DOMAIN_EVENT_NAMES,
  type DomainEventName,
  flag,
  type Parameter,
  type ParametersFor,
  type PluginDeps,
  type Problem,
  type Resolution,
  ROLES,
  toNumber,
} from "@kalends/core/plugin";
import { isSecret } from "./subscriptions/signatures.ts";
import type { Changes } from "./subscriptions/subscriptions.ts";
import { english } from "./texts.ts";

/** Parsed parameters of a request for a webhook. A parameter that was not sent is `undefined`. */
export type Sent = { readonly [Name in keyof Required<Changes>]: Changes[Name] };

const [MAX_ADDRESS_LENGTH, MAX_LABEL_LENGTH, MAX_IDS] = [2000, 200, 100];
const ROLE_NAMES: readonly ActorRole[] = ["anonymous", ...ROLES];

const refuse = (reason: Problem["reason"], more: Partial<Problem> = {}): { readonly problem: Problem } => ({
  problem: { reason, ...more },
});

const entriesOf = (raw: unknown): readonly unknown[] => {
  if (typeof raw !== "string") return Array.isArray(raw) ? raw : [raw];
  return raw
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
};

/** Checks the syntax of the URL only. Each delivery checks if the host is in a forbidden network. */
const resolveAddress = (raw: unknown): Resolution<string> => {
  const checked = checkText(raw, MAX_ADDRESS_LENGTH);
  if ("problem" in checked) return checked;
  const address = checked.value.trim();
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isAddress =
    (url?.protocol === "https:" || url?.protocol === "http:") && url.username === "" && url.password === "";
  return isAddress && /^https?:\/\//i.test(address)
    ? { value: url.href }
    : refuse("not-a-url", { text: english("problem.address") });
};

const namesOf = <Name extends string>(
  description: string,
  names: readonly string[],
  { minCount }: { readonly minCount: number },
): Parameter<readonly Name[] | undefined> => ({
  description,
  documented: {
    type: "array",
    items: { type: "string" },
    enum: names,
    ...(minCount > 0 && { minItems: minCount }),
  },
  resolve(raw) {
    const entries = [...new Set(entriesOf(raw))];
    if (entries.length < minCount) return refuse("too-few", { values: { minimum: minCount } });
    const isKnown = (entry: unknown): entry is Name => typeof entry === "string" && names.includes(entry);
    return entries.every(isKnown)
      ? { value: entries }
      : refuse("not-one-of", { values: { names: names.join(", ") } });
  },
});

const ids = (description: string): Parameter<readonly number[] | undefined> => ({
  description,
  documented: { type: "array", items: { type: "integer" }, minimum: 1, maxItems: MAX_IDS },
  resolve(raw) {
    const entries = entriesOf(raw);
    if (entries.length > MAX_IDS) return refuse("too-many", { values: { maximum: MAX_IDS } });
    const numbers = [...new Set(entries.map((entry) => toNumber(entry) ?? 0))];
    const isId = (number: number): boolean => Number.isSafeInteger(number) && number >= 1;
    return numbers.every(isId) ? { value: numbers } : refuse("not-positive-integers");
  },
});

/** Returns the parameters of webhooks. The API and the command line use the same parameters. */
export const createParameters = ({
  names,
}: Pick<PluginDeps["postStatuses"], "names">): ParametersFor<Sent> => ({
  url: {
    description: english("parameter.url"),
    type: "string",
    documented: { format: "uri", maxLength: MAX_ADDRESS_LENGTH, example: "https://example.org/kalends" },
    resolve: resolveAddress,
  },
  events: namesOf<DomainEventName>(english("parameter.events"), DOMAIN_EVENT_NAMES, { minCount: 1 }),
  categories: ids(english("parameter.categories")),
  tags: ids(english("parameter.tags")),
  venues: ids(english("parameter.venues")),
  organizers: ids(english("parameter.organizers")),
  statuses: namesOf<string>(english("parameter.statuses"), names, { minCount: 0 }),
  role: {
    description: english("parameter.role"),
    type: "string",
    documented: { enum: ROLE_NAMES },
    resolve(raw) {
      const role = ROLE_NAMES.find((name) => name === raw);
      return role === undefined
        ? refuse("not-one-of", { values: { names: ROLE_NAMES.join(", ") } })
        : { value: role };
    },
  },
  label: {
    description: english("parameter.label"),
    type: "string",
    documented: { maxLength: MAX_LABEL_LENGTH },
    resolve: (raw) => checkText(raw, MAX_LABEL_LENGTH),
  },
  enabled: flag({ description: english("parameter.enabled") }),
  secret: {
    description: english("parameter.secret"),
    type: "string",
    documented: { maxLength: 100 },
    resolve: (raw) =>
      typeof raw === "string" && isSecret(raw)
        ? { value: raw }
        : refuse("not-acceptable", { text: english("problem.secret") }),
  },
});
