import type { IncomingMessage } from "node:http";
import { type Language, toLanguage } from "../messages/languages.ts";
import { type Addresses, createAddresses } from "../request/addresses.ts";
import type { HttpSettings, Locale } from "../settings.ts";
import { type CalendarRouter, createCalendarRouter } from "./calendar-router.ts";
import { createInterfaceRoutes, type InterfaceRoutesDeps } from "./interface-routes.ts";

/** An address that the interface is at: the REST root, or that of a locale. */
export interface Mount {
  readonly isLocale: boolean;
  /** Of the descriptions; of the messages, too, where the address names it. */
  readonly language: Language;
  readonly findRoute: CalendarRouter;
  readonly addressesOf: (request: IncomingMessage) => Addresses;
}

export interface MountsDeps
  extends Pick<InterfaceRoutesDeps, "operations" | "pluginRoutes" | "listFormats" | "extraMembers"> {
  readonly settings: HttpSettings;
}

/** The mount of each locale by its name, and the REST root for no name. Source: 90-decisions P5, 40-describe section 3. */
export const createMounts = ({ settings, ...deps }: MountsDeps): ((locale: string | undefined) => Mount) => {
  const namespace = `${settings.vendor}/events/v1`;
  const createRouter = (perPage?: number): CalendarRouter => {
    const { root, routes } = createInterfaceRoutes({ ...deps, settings, namespace, perPage });
    return createCalendarRouter(namespace, root, routes);
  };
  const root: Mount = {
    isLocale: false,
    language: toLanguage(settings.language),
    findRoute: createRouter(),
    addressesOf: createAddresses(settings),
  };
  const toMount = ({ name, perPage }: Locale): Mount => ({
    isLocale: true,
    language: toLanguage(name),
    findRoute: perPage === undefined ? root.findRoute : createRouter(perPage),
    addressesOf: createAddresses(settings, `/${name}`),
  });
  const locales = new Map(settings.locales.map((locale) => [locale.name, toMount(locale)]));
  return (locale) => (locale === undefined ? root : (locales.get(locale) ?? root));
};
