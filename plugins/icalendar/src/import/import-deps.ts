import type { CalendarApi, PluginDeps } from "@kalends/core/plugin";
import type { EventReading } from "../read/event/event-of-component.ts";

/** What new events get, and what all have besides what they say themselves. */
export interface ImportDefaults {
  /** Of new events; `publish` by default, `private` where CLASS says so. */
  readonly status?: string | undefined;
  /** Ids. */
  readonly categories?: readonly number[] | undefined;
  readonly tags?: readonly number[] | undefined;
  /** Of events that name none: its id. */
  readonly venue?: number | undefined;
}

/** Treatment of events with the same UID that no import made. */
export const OWN_EVENTS = ["skip", "update"] as const;
export type OwnEvents = (typeof OWN_EVENTS)[number];

export interface ImportWishes extends ImportDefaults {
  /** Of a subscription, whose events nobody else's import changes: its id. */
  readonly source?: string | undefined;
  /** The ids of all subscriptions: what was of one that is gone may become of another one. */
  readonly sources?: ReadonlySet<string> | undefined;
  /** Events that were made in this calendar: left as they are unless said otherwise. Subscriptions never change them. */
  readonly own?: OwnEvents | undefined;
  readonly dryRun: boolean;
  readonly categoriesAs: EventReading["categoriesAs"];
}

/** With whose rights, and how, one import writes. */
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
  readonly wishes: ImportWishes;
}
