import type { CalendarApi, PluginDeps } from "@kalends/core/plugin";
import type { EventReading } from "../read/event/event-of-component.ts";

/** Defaults for imported events. */
export interface ImportDefaults {
  /** Status of new events: `publish` by default, `private` if CLASS says so. */
  readonly status?: string | undefined;
  /** Ids of categories that each event gets. */
  readonly categories?: readonly number[] | undefined;
  readonly tags?: readonly number[] | undefined;
  /** Id of the venue for events without one. */
  readonly venue?: number | undefined;
}

/** Treatment of events with the same UID that no import made. */
export const OWN_EVENTS = ["skip", "update"] as const;
export type OwnEvents = (typeof OWN_EVENTS)[number];

export interface ImportSettings extends ImportDefaults {
  /**
   * Id of the subscription; absent for other imports. Other imports do not change the events of a
   * subscription.
   */
  readonly source?: string | undefined;
  /** Ids of all subscriptions. Events of a deleted subscription may pass to another one. */
  readonly sources?: ReadonlySet<string> | undefined;
  /**
   * Treatment of events that were created in this calendar. By default they stay unchanged; subscriptions
   * never change them.
   */
  readonly own?: OwnEvents | undefined;
  readonly dryRun: boolean;
  readonly categoriesAs: EventReading["categoriesAs"];
}

/** Services, rights and options of one import. */
export interface ImportContext {
  readonly deps: Pick<
    PluginDeps,
    | "calendar"
    | "collection"
    | "postStatuses"
    | "site"
    | "amend"
    | "clock"
    | "logger"
    | "runLeased"
    | "toText"
  >;
  readonly api: CalendarApi;
  readonly settings: ImportSettings;
}
