import type { JsonObject } from "../../model/json.ts";
import type { DocumentQuery } from "../../queries/document-query.ts";

/** An entry of a plugin's collection. */
export interface StoredDocument {
  /** Collection `PLUGIN/NAME`; any text of 1 to 200 characters. */
  readonly collection: string;
  /** Key within the collection; any text of 1 to 200 characters without NUL and lone surrogates. */
  readonly key: string;
  /** Value of at most 65,536 characters as JSON. */
  readonly value: JsonObject;
}

/** Repository of plugin documents. Lists find and order them by their members: see `indexedMembers`. */
export interface DocumentRepository {
  find(collection: string, key: string): Promise<JsonObject | undefined>;
  /** Stores the document, replacing the one with its key. */
  save(document: StoredDocument): Promise<void>;
  /** Returns false if there is no such document. */
  remove(collection: string, key: string): Promise<boolean>;
  /** Returns matches in the order of the query; see `evaluateDocumentQuery`. */
  list(query: DocumentQuery): Promise<readonly StoredDocument[]>;
  /** Returns the number of matches, regardless of `beyond` and `limit`. */
  count(query: DocumentQuery): Promise<number>;
  /**
   * Returns the documents of all collections after this collection and key, at most `limit`. Sorted by
   * collection and key in code points. Used for archives.
   */
  readAfter(collection: string, key: string, limit: number): Promise<readonly StoredDocument[]>;
}
