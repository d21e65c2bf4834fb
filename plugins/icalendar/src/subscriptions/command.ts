import {
  type CommandCall,
  isCalendarError,
  labelsOf,
  type ParameterContext,
  type PluginCommand,
  type PluginDeps,
} from "@kalends/core/plugin";
import { refusalOf } from "../import/report/report.ts";
import type { IcalendarDeps, IcalendarServices } from "../services.ts";
import { createParameters } from "./parameters.ts";
import { toWishes, unknownSubscription } from "./routes.ts";
import { runSubscription } from "./run-subscription.ts";
import type { SubscriptionChanges } from "./subscriptions.ts";

const USAGE = "Say add URL, list, change ID, run ID, or remove ID";

const OPTIONS = {
  label: "What the subscription is for.",
  interval: "Minutes between two looks, at least; 60 by default.",
  vanished: "What becomes of events that vanish: keep (the default), trash or cancel.",
  categories: "Ids of categories that all its events get, separated by commas.",
  tags: "Ids of tags.",
  venue: "The id of the venue of events that name none.",
  status: "The status of new events.",
  "categories-as": "What the categories of the calendar become: categories or tags.",
} as const;

/** Command `kalends calendar-subscription`. */
export const SUBSCRIPTION_COMMAND: PluginCommand<IcalendarServices> = {
  name: "calendar-subscription",
  description: "Subscribe to calendars elsewhere, list, change and end subscriptions, and read them at once.",
  arguments: [
    { name: "action", description: `${USAGE.slice(4)}.` },
    { name: "what", description: "The address of a calendar, or the id of a subscription.", optional: true },
  ],
  options: Object.entries(OPTIONS).map(([name, description]) => ({ name, description, value: "value" })),
  async run(call, deps) {
    try {
      await act(call, deps);
    } catch (error) {
      throw isCalendarError(error) ? new Error(refusalOf(error) ?? error.message) : error;
    }
  },
};

const act = async (
  { arguments: { action, what }, options, print }: CommandCall,
  deps: IcalendarDeps,
): Promise<void> => {
  const { subscriptions } = deps;
  if (action === "list") {
    for (const { id, value } of await subscriptions.list()) {
      const { enabled, url, label, interval, vanished, succeeded, error = "", deciders } = value;
      const last = succeeded === undefined ? "never" : new Date(succeeded).toISOString();
      const cells = [id, enabled ? "on" : "off", url, label, `${interval} min`, vanished, last, error];
      const madeWith = labelsOf(deciders);
      if (madeWith !== undefined) cells.push(`made with ${madeWith}`);
      print(cells.map((cell) => String(cell).replace(/\s+/g, " ")).join("\t"));
    }
    return;
  }
  if (what === undefined) throw new Error(USAGE);
  if (action === "add") {
    const { url = what, ...sent } = await readChanges({ ...options, url: what }, deps);
    return print(String((await subscriptions.add(toWishes(url, sent))).id));
  }
  const id = /^\d{1,15}$/.test(what) ? Number(what) : 0;
  if ((await subscriptions.find(id)) === undefined) throw unknownSubscription();
  if (action === "change") {
    await subscriptions.change(id, await readChanges(options, deps));
    return print(`The subscription ${id} is changed`);
  }
  if (action === "remove") {
    await subscriptions.remove(id);
    return print(`The subscription ${id} is removed`);
  }
  if (action !== "run") throw new Error(USAGE);
  const result = await runSubscription(id, deps);
  if (result === undefined) throw new Error("The calendar is being read already");
  if ("error" in result) throw new Error(result.error);
  for (const { outcome, name, uid, reason = "" } of result.components)
    print([outcome, name || uid, reason].join("\t"));
  print(
    Object.entries(result.counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(", "),
  );
};

/** Reads and validates the options with the same rules as request parameters. */
const readChanges = async (
  options: CommandCall["options"],
  deps: PluginDeps,
): Promise<SubscriptionChanges> => {
  const parameters = createParameters(deps);
  const context: ParameterContext = {
    ...{ actor: { capabilities: new Set() }, raw: options, method: "update", mayLookUp: true },
  };
  const read: Record<string, unknown> = {};
  for (const option of ["url", ...Object.keys(OPTIONS)]) {
    const sent = options[option];
    if (sent === undefined) continue;
    const name = option.replaceAll("-", "_") as keyof typeof parameters;
    const { resolve } = parameters[name];
    if (resolve === undefined) read[name] = toSimple(name, String(sent));
    else {
      const resolution = await resolve(sent, context);
      if ("problem" in resolution)
        throw new Error(
          `--${option}: ${resolution.problem.text ?? resolution.problem.reason.replaceAll("-", " ")}`,
        );
      read[name] = resolution.value;
    }
  }
  // Each value comes from its own parameter, so the type is correct.
  return read;
};

const toSimple = (name: string, text: string): string | number => {
  if (name !== "interval") return text.slice(0, 200);
  if (!/^\d{1,5}$/.test(text) || Number(text) < 5 || Number(text) > 10_080)
    throw new Error("--interval: from 5 to 10080");
  return Number(text);
};
