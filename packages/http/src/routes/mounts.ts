import type { IncomingMessage } from "node:http";
import { type Language, toLanguage } from "../messages/languages.ts";
import { type Addresses, createAddresses } from "../request/address/addresses.ts";
import type { HttpSettings, Locale } from "../settings.ts";
import {
  type AnswerEndpoint,
  type CalendarRouter,
  createCalendarRouter,
  type Target,
} from "./calendar-router.ts";
import { createInterfaceRoutes, type InterfaceRoutesDeps } from "./interface-routes.ts";

/** An address that the interface is at: the REST root, or that of a locale. */
export interface Mount<Request extends Target> extends CalendarRouter<Request> {
  readonly isLocale: boolean;
  /** Of the descriptions; of the messages, too, where the address names it. */
  readonly language: Language;
  readonly addressesOf: (request: IncomingMessage) => Addresses;
}

interface MountsDeps<Request extends Target>
  extends Pick<
    InterfaceRoutesDeps,
    | "operations"
    | "pluginRoutes"
    | "logger"
    | "listFormats"
    | "eventFormats"
    | "extraMembers"
    | "impureReads"
    | "readChanges"
    | "changeStreams"
    | "batch"
  > {
  readonly settings: HttpSettings;
  readonly answerEndpoint: AnswerEndpoint<Request>;
}

/** The mount of each locale by its name, and the REST root for no name. Source: rules/interface.md#locale-segment. */
export const createMounts = <Request extends Target>({
  settings,
  answerEndpoint,
  ...deps
}: MountsDeps<Request>): ((locale: string | undefined) => Mount<Request>) => {
  const namespace = `${settings.vendor}/events/v1`;
  const createRouter = (perPage?: number): CalendarRouter<Request> => {
    const { root, routes } = createInterfaceRoutes({ ...deps, settings, namespace, perPage });
    return createCalendarRouter(namespace, root, routes, answerEndpoint);
  };
  const router = createRouter();
  const root: Mount<Request> = {
    ...router,
    isLocale: false,
    language: toLanguage(settings.language),
    addressesOf: createAddresses(settings),
  };
  const toMount = ({ name, perPage }: Locale): Mount<Request> => ({
    ...(perPage === undefined ? router : createRouter(perPage)),
    isLocale: true,
    language: toLanguage(name),
    addressesOf: createAddresses(settings, `/${name}`),
  });
  const locales = new Map(settings.locales.map((locale) => [locale.name, toMount(locale)]));
  return (locale) => (locale === undefined ? root : (locales.get(locale) ?? root));
};
