import type { JsonObject } from "../../model/json.ts";
import type { DocumentQuery } from "../../queries/document-query.ts";

/** What a plugin keeps beside the records, in collections of its own. */
export interface StoredDocument {
  /** `PLUGIN/NAME`; any text of 1 to 200 characters. */
  readonly collection: string;
  /** Names it in its collection; any text of 1 to 200 characters, without NUL and lone surrogates. */
  readonly key: string;
  /** At most 65,536 characters as JSON. */
  readonly value: JsonObject;
}

/** Where documents are kept. Lists find and order them by their members: see `indexedMembers`. */
export interface DocumentRepository {
  find(collection: string, key: string): Promise<JsonObject | undefined>;
  /** Replaces the one with its key, if there is one. */
  save(document: StoredDocument): Promise<void>;
  /** False when there is none. */
  remove(collection: string, key: string): Promise<boolean>;
  /** Matches in the order of the query; see `evaluateDocumentQuery`. */
  list(query: DocumentQuery): Promise<readonly StoredDocument[]>;
  /** How many match, whatever `beyond` and `limit` say. */
  count(query: DocumentQuery): Promise<number>;
  /** Those of all collections, by collection and key in code points, that come after these two texts; at most `limit`: for archives. */
  readAfter(collection: string, key: string, limit: number): Promise<readonly StoredDocument[]>;
}
