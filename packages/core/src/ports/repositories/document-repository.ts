import type { JsonObject } from "../../model/json.ts";
import type { DocumentQuery } from "../../queries/document-query.ts";

/** Document of a collection; plugins call it a plugin record. */
export interface StoredDocument {
  /**
   * Name of the collection. Kalends uses `PLUGIN/NAME`, but a store accepts any text of 1 to 200 characters.
   */
  readonly collection: string;
  /**
   * Key of the document, unique within the collection. Any text of 1 to 200 characters without NUL and lone
   * surrogates.
   */
  readonly key: string;
  /** Value of at most 65,536 characters as JSON text. */
  readonly value: JsonObject;
}

/**
 * Repository of plugin records, which are called documents here. Lists can filter and sort by the members of
 * documents: see `indexedMembers`.
 */
export interface DocumentRepository {
  find(collection: string, key: string): Promise<JsonObject | undefined>;
  /** Stores the document and replaces the one with the same key. */
  save(document: StoredDocument): Promise<void>;
  /** Removes a document. Returns false if it does not exist. */
  remove(collection: string, key: string): Promise<boolean>;
  /** Returns the documents that match the query, in the query's order: see `evaluateDocumentQuery`. */
  list(query: DocumentQuery): Promise<readonly StoredDocument[]>;
  /** Returns the number of documents that match the query. `beyond` and `limit` have no effect. */
  count(query: DocumentQuery): Promise<number>;
  /**
   * Returns at most `limit` documents of all collections that come after this collection and key. They are
   * sorted by collection and key, in code point order. Used for archives.
   */
  readAfter(collection: string, key: string, limit: number): Promise<readonly StoredDocument[]>;
}
