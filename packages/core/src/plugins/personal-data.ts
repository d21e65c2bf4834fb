import type { JsonObject } from "../model/json.ts";

/** An account whose data is asked for, or shall be gone. */
export interface Person {
  /** Whom records name as the author. */
  readonly id: number;
  readonly name: string;
  readonly displayName?: string;
  readonly email?: string;
}

/** A venue or an organizer that is destroyed. */
export interface ErasedRecord {
  readonly kind: "venue" | "organizer";
  readonly id: number;
}

/** What a plugin keeps of people beside the records: behind `kalends person` and `kalends erase`. */
export interface PersonalData {
  /** All that is kept of this person, in the plugin's own form, without hashes and other secrets. */
  export(person: Person): Promise<readonly JsonObject[]>;
  /** Destroys it for good, and answers how many documents that were. Called again where a run was broken off: the rest goes then. */
  erase(person: Person): Promise<number>;
  /** The same for what is kept of a venue or an organizer, which is not stored any more; its data in `extensions` has gone with it. */
  eraseRecord?(record: ErasedRecord): Promise<number>;
}
