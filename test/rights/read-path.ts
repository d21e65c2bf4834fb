import type { StartedCalendar } from "../http/start-calendar.ts";
import type { Candidate, Kind, Site } from "./candidates.ts";
import { type Caller, has } from "./rights-table.ts";

/** Way to read records, such as a list or a feed. */
export interface ReadPath {
  readonly name: string;
  /** Kinds of records that the output can contain. */
  readonly kinds: readonly Kind[];
  /** Reads everything about the test records as this user. Returns all output as one text. */
  open(calendar: StartedCalendar, site: Site, caller: Caller): Promise<string>;
  /** True if each record is read by a request of its own. */
  readonly isSingle?: true;
  /**
   * True if the output contains this record, provided the user may read it. If absent, it contains all such
   * records.
   */
  shows?(candidate: Candidate, caller: Caller): boolean;
}

export const OF_EVENTS: readonly Kind[] = ["events", "series"];
export const ALL = "&status=publish,future,draft,pending,private,trash";

export const isTrash = ({ state }: Candidate): boolean => state.startsWith("trash:");

/**
 * True if lists contain the record for this user. Source: rules/rights.md#list-status: users without the
 * right to edit cannot request a status, so they get published records.
 */
export const inLists = ({ state }: Candidate, caller: Caller): boolean =>
  has(caller, "edit") || state === "publish";
