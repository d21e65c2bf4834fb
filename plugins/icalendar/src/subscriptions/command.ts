import {
  ANONYMOUS,
  isCalendarError,
  labelsOf,
  type PluginCommand,
  type PluginDeps,
} from "@kalends/core/plugin";
import { refusalOf } from "../import/report/report.ts";
import type { IcalendarDeps, IcalendarServices } from "../services.ts";
import { createParameters } from "./parameters.ts";
import { toSettings, unknownSubscription } from "./routes.ts";
import { runSubscription } from "./run-subscription.ts";
import type { SubscriptionChanges } from "./subscriptions.ts";

const USAGE = "Use: add URL, list, change ID, run ID, or remove ID";

const OPTIONS = {
  label: "Purpose of the subscription.",
  interval: "Minimum minutes between two runs; 60 by default.",
  vanished: "Treatment of events that disappear from the calendar: keep (default), trash or cancel.",
  categories: "Ids of categories for all its events, separated by commas.",
  tags: "Ids of tags, separated by commas.",
  venue: "Id of the venue for events without one.",
  status: "Status of new events.",
  "categories-as": "Kind of terms that categories of the calendar become: categories or tags.",
} as const;

/** Command `kalends calendar-subscription`. */
export const SUBSCRIPTION_COMMAND: PluginCommand<IcalendarServices> = {
  name: "calendar-subscription",
  description: "Subscribe to external calendars; list, change, run and remove subscriptions.",
  arguments: [
    { name: "action", description: `${USAGE.slice(5)}.` },
    { name: "what", description: "Address of a calendar, or id of a subscription.", optional: true },
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

type CommandCall = Parameters<PluginCommand["run"]>[0];

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
    return print(String((await subscriptions.add(toSettings(url, sent))).id));
  }
  const id = /^\d{1,15}$/.test(what) ? Number(what) : 0;
  if ((await subscriptions.find(id)) === undefined) throw unknownSubscription();
  if (action === "change") {
    await subscriptions.change(id, await readChanges(options, deps));
    return print(`Subscription ${id} changed.`);
  }
  if (action === "remove") {
    await subscriptions.remove(id);
    return print(`Subscription ${id} removed.`);
  }
  if (action !== "run") throw new Error(USAGE);
  const result = await runSubscription(id, deps);
  if (result === undefined)
    throw new Error("The subscription is already running. Try again when it has finished.");
  if ("error" in result) throw new Error(result.error);
  for (const { outcome, name, uid, reason = "" } of result.components)
    print([outcome, name || uid, reason].join("\t"));
  print(
    Object.entries(result.counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(", "),
  );
};

/** Reads the options of the command. They are validated by the same rules as the parameters of the API. */
const readChanges = async (
  options: CommandCall["options"],
  deps: PluginDeps,
): Promise<SubscriptionChanges> => {
  const parameters = createParameters(deps);
  const context = { actor: ANONYMOUS, raw: options, method: "update", mayLookUp: true } as const;
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
  // The cast is safe, because each value was resolved by the parameter of the same name.
  return read;
};

const toSimple = (name: string, text: string): string | number => {
  if (name !== "interval") return text.slice(0, 200);
  if (!/^\d{1,5}$/.test(text) || Number(text) < 5 || Number(text) > 10_080)
    throw new Error("--interval must be a whole number from 5 to 10080.");
  return Number(text);
};
