import type { Actor } from "../model/actor.ts";
import type { CalendarEvent } from "../model/event.ts";
import type { JsonSchema } from "../model/json-schema.ts";
import type { Organizer } from "../model/organizer.ts";
import type { JsonObject } from "../model/post.ts";
import type { Venue } from "../model/venue.ts";

/** The kinds of record that plugins extend, with the record of each. */
export interface ExtensibleRecords {
  readonly event: CalendarEvent;
  readonly venue: Venue;
  readonly organizer: Organizer;
}

export type ExtensibleKind = keyof ExtensibleRecords;

/** Members of a representation by name, each with its schema for the documentation. */
export type MemberSchemas = Readonly<Record<string, JsonSchema>>;

/** Members that a plugin adds wherever a kind of record is shown, also inside events. */
export interface MembersOf<Kind extends ExtensibleKind> {
  readonly record: Kind;
  /** Every member that it may add; others are left out. No name may be taken already. */
  readonly schemas: MemberSchemas;
  /**
   * The members of each of these records, in their order: one call for everything that an answer shows. Failures are
   * logged and add nothing to this answer. Only what the actor may read is asked for.
   */
  membersOf(
    records: readonly ExtensibleRecords[Kind][],
    actor: Actor,
  ): readonly JsonObject[] | Promise<readonly JsonObject[]>;
}

export type RecordMembers = { readonly [Kind in ExtensibleKind]: MembersOf<Kind> }[ExtensibleKind];
