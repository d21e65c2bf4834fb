import {
  ANONYMOUS,
  isCalendarError,
  labelsOf,
  type PluginCommand,
  type PluginDeps,
} from "@kalends/core/plugin";
import { createParameters } from "./parameters.ts";
import { presentTest, toText } from "./presenting.ts";
import type { WebhookDeps, WebhookServices } from "./services.ts";
import type { Changes } from "./subscriptions/subscriptions.ts";
import type { NewWebhook, Webhooks } from "./webhooks.ts";

const USAGE =
  "Use: add URL, list, change ID, on ID, off ID, rotate ID, remove ID, test ID, deliveries ID, or replay ID";

const OPTIONS = {
  url: "New address of the webhook.",
  events: "Names of domain events, separated by commas.",
  categories: "Ids of categories, separated by commas.",
  tags: "Ids of tags, separated by commas.",
  venues: "Ids of venues, separated by commas.",
  organizers: "Ids of organizers, separated by commas.",
  statuses: "Statuses, separated by commas.",
  role: "Role that determines which records are visible: anonymous, or a role.",
  label: "Purpose of the webhook.",
  secret: "Secret that signs messages, instead of a generated one.",
} as const;

/** Command `kalends webhook`. */
export const COMMAND: PluginCommand<WebhookServices> = {
  name: "webhook",
  description: "Create, list, change, test and remove webhooks, and replay deliveries.",
  arguments: [
    { name: "action", description: `${USAGE.slice(5)}.` },
    { name: "what", description: "Address of a new webhook, or id of an existing one.", optional: true },
  ],
  options: [
    ...Object.entries(OPTIONS).map(([name, description]) => ({ name, description, value: "value" })),
    { name: "delivery", description: "Id of the delivery to replay.", value: "id" },
  ],
  async run(call, deps) {
    try {
      await act(call, deps);
    } catch (error) {
      const isRefused = isCalendarError(error) && error.details.problems !== undefined;
      throw isRefused ? new Error(sentenceOf(error.details.problems)) : error;
    }
  },
};

type CommandCall = Parameters<PluginCommand["run"]>[0];

const act = async (call: CommandCall, deps: WebhookDeps): Promise<void> => {
  const { action, what } = call.arguments;
  const { print, options } = call;
  const { webhooks } = deps;
  if (action === "list") return list(webhooks, print);
  if (what === undefined) throw new Error(USAGE);
  if (action === "add") {
    const { url, events, ...rest } = await readChanges({ ...options, url: what }, deps);
    if (url === undefined || events === undefined)
      throw new Error(
        "--events is missing. Name domain events, such as --events event.published,event.updated.",
      );
    const webhook: NewWebhook = { ...rest, url, events };
    const { id, value } = await webhooks.add(webhook);
    return print([id, value.secret].join("\t"));
  }
  const id = /^\d{1,15}$/.test(what) ? Number(what) : 0;
  if (action === "change") {
    await webhooks.change(id, await readChanges(options, deps));
    return print(`Webhook ${id} changed.`);
  }
  if (action === "on" || action === "off") {
    await webhooks.change(id, { enabled: action === "on" });
    return print(`Webhook ${id} is now ${action}.`);
  }
  if (action === "rotate") return print((await webhooks.change(id, {}, { rotate: true })).value.secret);
  if (action === "remove") {
    await webhooks.remove(id);
    return print(`Webhook ${id} removed.`);
  }
  if (action === "test") {
    const { delivered, status, error } = presentTest(await webhooks.test(id));
    if (delivered !== true) throw new Error(`The test message was not delivered: ${status ?? error}`);
    return print(`The test message was delivered: ${status}`);
  }
  if (action === "deliveries") return printLog(id, webhooks, print);
  if (action === "replay") {
    const delivery = options.delivery === undefined ? undefined : String(options.delivery);
    return print(`Deliveries queued again: ${await webhooks.replay(id, delivery)}`);
  }
  throw new Error(USAGE);
};

const list = async (webhooks: Webhooks, print: CommandCall["print"]): Promise<void> => {
  for (const { id, value } of await webhooks.list()) {
    const { enabled, fault = "off", label, url, role, events, deciders } = value;
    const madeWith = labelsOf(deciders);
    const maker = madeWith === undefined ? [] : [`made with ${madeWith}`];
    const cells = [id, enabled ? "on" : fault, label, url, role, events.join(","), ...maker];
    // Each value fills one cell of a tab-separated line, so line breaks and tabs in values become spaces.
    print(cells.map((cell) => String(cell).replace(/\s+/g, " ")).join("\t"));
  }
};

/** Prints the latest deliveries of a webhook, at most 1,000. */
const printLog = async (id: number, webhooks: Webhooks, print: CommandCall["print"]): Promise<void> => {
  const { items } = await webhooks.log(id, { limit: 1000 });
  for (const { key, value } of items) {
    const { time, name, kind, record, state, attempts, last } = value;
    const outcome = last?.status ?? last?.error ?? "";
    print([key, toText(time), name, `${kind} ${record}`, state, attempts, outcome].join("\t"));
  }
};

/** Reads the options of the command. They are validated by the same rules as the parameters of the API. */
const readChanges = async (options: CommandCall["options"], deps: PluginDeps): Promise<Changes> => {
  const parameters = createParameters(deps.postStatuses);
  const context = { actor: ANONYMOUS, raw: options, method: "update", mayLookUp: true } as const;
  const read: Record<string, unknown> = {};
  for (const name of Object.keys(OPTIONS) as readonly (keyof typeof OPTIONS)[]) {
    const sent = options[name];
    const resolution = sent === undefined ? undefined : await parameters[name].resolve?.(sent, context);
    if (resolution === undefined) continue;
    if ("problem" in resolution) throw new Error(sentenceOf({ [name]: resolution.problem }));
    read[name] = resolution.value;
  }
  // The cast is safe, because each value was resolved by the parameter of the same name.
  return read;
};

const sentenceOf = (
  problems: Readonly<
    Record<string, { readonly reason: string; readonly text?: string; readonly values?: object }>
  > = {},
): string =>
  Object.entries(problems)
    .map(([name, { reason, text, values }]) => {
      const more = values === undefined ? "" : `: ${Object.values(values).join(", ")}`;
      return `${name === "id" ? "" : `--${name}: `}${text ?? reason.replaceAll("-", " ")}${more}`;
    })
    .join("; ");
