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

/** True if a caller with more rights could make the call. */
const isOfRights = ({ code, details: { problems = {} } }: CalendarError): boolean =>
  code === "rest_forbidden" ||
  code === "rest_cannot_edit_others" ||
  Object.values(problems).some(({ reason }) => reason === "forbidden-status");

/**
 * Creates the calendar object of each plugin, by plugin name. The operations are read at the first call,
 * because they depend on the contributions of plugins.
 */
export const createPluginCalendars = (sources: PluginCalendarDeps): ((name: string) => PluginCalendar) => {
  const apiOf = (caller: ApiCaller): CalendarApi => ({
    ...createApi(sources, caller),
    fetch: sources.createFetch(caller.actor),
  });
  return (name) => ({
    as(caller) {
      const actor = typeof caller === "string" ? actorOf(caller) : caller;
      // A plugin in JavaScript may pass an unknown role.
      if (actor === undefined) throw new TypeError(`The role ${caller} is unknown`);
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
            throw new Error(
              `The plugin ${name} declares no rights and cannot call asPlugin: add \`rights\` to the plugin.`,
            );
          return actor;
        },
        toSentence: (error) => toSentence(error) + (isOfRights(error) ? hint : ""),
      });
    },
    unrestricted: createStoredRecords(sources.store),
  });
};
