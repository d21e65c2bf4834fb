import type { JsonObject } from "../model/json.ts";

/** Account of the person whose data is exported or erased. */
export interface Person {
  /** User id, which is the `author` of the person's records. */
  readonly id: number;
  readonly name: string;
  readonly displayName?: string;
  readonly email?: string;
}

/** Venue or organizer that was erased. */
export interface ErasedRecord {
  readonly kind: "venue" | "organizer";
  readonly id: number;
}

/**
 * Functions that export and erase personal data in a plugin's collections, for `kalends person` and `kalends
 * erase`.
 */
export interface PersonalData {
  /** Returns all data of the person as JSON objects. It must not return hashes and other secrets. */
  export(person: Person): Promise<readonly JsonObject[]>;
  /**
   * Erases the data of the person and returns the number of removed plugin records.
   * Kalends calls it before and after the account is removed, and again after an interruption. It must
   * therefore not depend on earlier calls.
   */
  erase(person: Person): Promise<number>;
  /**
   * Erases the data of a venue or organizer and returns the number of removed plugin records. The record
   * itself and its `extensions` are already gone.
   */
  eraseRecord?(record: ErasedRecord): Promise<number>;
}
