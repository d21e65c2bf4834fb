import type { CalendarApi, PluginDeps } from "@kalends/core/plugin";
import type { EventReading } from "../read/event/event-of-component.ts";

/** Values that an import adds to the events of a calendar file. */
export interface ImportDefaults {
  /**
   * Status of new events. Default `publish`. Events with CLASS PRIVATE or CONFIDENTIAL are always `private`.
   */
  readonly status?: string | undefined;
  /** Ids of categories that each imported event gets. `tags` is the same for tags. */
  readonly categories?: readonly number[] | undefined;
  readonly tags?: readonly number[] | undefined;
  /** Id of the venue for imported events without a venue. */
  readonly venue?: number | undefined;
}

/** Ways to handle a stored event that has the UID of an imported one but was not created by an import. */
export const OWN_EVENTS = ["skip", "update"] as const;
export type OwnEvents = (typeof OWN_EVENTS)[number];

export interface ImportSettings extends ImportDefaults {
  /**
   * Id of the subscription whose calendar is imported. Absent for imports by users. They may also change
   * events of subscriptions, but the subscriptions remain the owners.
   */
  readonly source?: string | undefined;
  /** Ids of all existing subscriptions. An event of a deleted subscription may be assigned to another one. */
  readonly sources?: ReadonlySet<string> | undefined;
  /**
   * Way to handle events that were created in this calendar. Default `skip`. Subscriptions never change such
   * events.
   */
  readonly own?: OwnEvents | undefined;
  readonly dryRun: boolean;
  readonly categoriesAs: EventReading["categoriesAs"];
}

/** Services, API rights and settings of one import. */
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
