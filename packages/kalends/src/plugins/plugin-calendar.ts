import type { Actor, CalendarError } from "@kalends/core";
import { actorOf, type CalendarApi, type Plugin, type PluginCalendar } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { toSentence } from "@kalends/http";
import { type ApiDeps, createApi } from "../api/create-api.ts";
import type { ApiCaller } from "../api/create-calls.ts";
import type { CreateFetch } from "../api/create-fetch.ts";
import { createStoredRecords } from "./stored-records.ts";

export interface PluginCalendarDeps extends ApiDeps {
  readonly plugins: readonly Plugin[];
  readonly store: Store;
  readonly createFetch: CreateFetch;
}

/** True if more rights would help. */
const isOfRights = ({ code, details: { problems = {} } }: CalendarError): boolean =>
  code === "rest_forbidden" ||
  code === "rest_cannot_edit_others" ||
  Object.values(problems).some(({ reason }) => reason === "forbidden-status");

/** The calendar for each plugin by its name. The operations are looked at with the first call: contributions are part of them. */
export const createPluginCalendars = (sources: PluginCalendarDeps): ((name: string) => PluginCalendar) => {
  const apiOf = (caller: ApiCaller): CalendarApi => ({
    ...createApi(sources, caller),
    fetch: sources.createFetch(caller.actor),
  });
  return (name) => ({
    as(caller) {
      const actor = typeof caller === "string" ? actorOf(caller) : caller;
      // Plugins come from JavaScript, too.
      if (actor === undefined) throw new TypeError(`There is no role ${caller}`);
      return apiOf({ actor: async () => actor, toSentence });
    },
    asPlugin(task) {
      const rights = sources.plugins.find((plugin) => plugin.name === name)?.rights;
      const actor: Actor = {
        plugin: name,
        ...(task !== undefined && { task }),
        capabilities: new Set(rights),
      };
      const hint = ` The rights of the plugin ${name} are: ${rights?.join(", ") || "none"}.`;
      return apiOf({
        async actor() {
          if (rights === undefined)
            throw new Error(`The plugin ${name} declares no rights: it can do nothing as itself.`);
          return actor;
        },
        toSentence: (error) => toSentence(error) + (isOfRights(error) ? hint : ""),
      });
    },
    unrestricted: createStoredRecords(sources.store, name),
  });
};
