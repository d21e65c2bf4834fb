import type { IncomingMessage } from "node:http";
import type { Operations } from "@kalends/core/interface";
import { type Language, toLanguage } from "../messages/languages.ts";
import { type Addresses, createAddresses } from "../request/address/addresses.ts";
import type { HttpSettings, Locale } from "../settings.ts";
import { type CalendarRouter, createCalendarRouter } from "./calendar-router.ts";
import { createInterfaceRoutes, type InterfaceRoutesDeps } from "./interface-routes.ts";

/** An address that the interface is at: the REST root, or that of a locale. */
export interface Mount extends CalendarRouter {
  readonly isLocale: boolean;
  /** Of the descriptions; of the messages, too, where the address names it. */
  readonly language: Language;
  readonly addressesOf: (request: IncomingMessage) => Addresses;
}

/** The REST interface with all that plugins add to it: what answers requests, those of batches and of the process itself too. */
export interface Interface {
  /** Of the calendar; a request inside a transaction brings its own. */
  readonly operations: Operations;
  /** The mount of a locale by its name, and the REST root for no name or an unknown one. Source: rules/interface.md#locale-segment. */
  mountOf(locale: string | undefined): Mount;
  /** True if lists or events have other forms than JSON, so that the `Accept` header counts. */
  readonly hasForms: boolean;
}

export interface InterfaceDeps extends Omit<InterfaceRoutesDeps, "namespace" | "perPage" | "settings"> {
  readonly settings: HttpSettings;
}

export const createInterface = (deps: InterfaceDeps): Interface => {
  const { operations, settings, listFormats = [], eventFormats = [] } = deps;
  const namespace = `${settings.vendor}/events/v1`;
  // Member by member: a container cannot be copied.
  const { pluginRoutes, logger, extraMembers, impureReads, readChanges, changeStreams, batch } = deps;
  const createRouter = (perPage?: number): CalendarRouter => {
    const { root, routes } = createInterfaceRoutes({
      ...{ operations, settings, namespace, perPage, pluginRoutes, logger, listFormats, eventFormats },
      ...{ extraMembers, impureReads, readChanges, changeStreams, batch },
    });
    return createCalendarRouter(namespace, root, routes);
  };
  const router = createRouter();
  const root: Mount = {
    ...router,
    isLocale: false,
    language: toLanguage(settings.language),
    addressesOf: createAddresses(settings),
  };
  const toMount = ({ name, perPage }: Locale): Mount => ({
    ...(perPage === undefined ? router : createRouter(perPage)),
    isLocale: true,
    language: toLanguage(name),
    addressesOf: createAddresses(settings, `/${name}`),
  });
  const locales = new Map(settings.locales.map((locale) => [locale.name, toMount(locale)]));
  return {
    operations,
    mountOf: (locale) => (locale === undefined ? root : (locales.get(locale) ?? root)),
    hasForms: listFormats.length + eventFormats.length > 0,
  };
};
