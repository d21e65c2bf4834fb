import type { JsonObject } from "../model/json.ts";

/** Account whose personal data is exported or erased. */
export interface Person {
  /** Id, which records have as their author. */
  readonly id: number;
  readonly name: string;
  readonly displayName?: string;
  readonly email?: string;
}

/** Venue or organizer that was destroyed. */
export interface ErasedRecord {
  readonly kind: "venue" | "organizer";
  readonly id: number;
}

/** Personal data in a plugin's collections, for `kalends person` and `kalends erase`. */
export interface PersonalData {
  /** Returns all data of this person as JSON objects, without hashes and other secrets. */
  export(person: Person): Promise<readonly JsonObject[]>;
  /**
   * Destroys the data of this person and returns the number of removed entries. Called before the account is removed, once more afterwards, and again after an
   * interrupted run, so it must not depend on earlier calls.
   */
  erase(person: Person): Promise<number>;
  /** Destroys the data of a venue or organizer and returns the number of removed entries. The record itself is gone, with its `extensions`. */
  eraseRecord?(record: ErasedRecord): Promise<number>;
}
