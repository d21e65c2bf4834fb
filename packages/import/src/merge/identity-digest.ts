import { createHash } from "node:crypto";
import { erasureMemory, type ImportedList } from "@kalends/core";
import type { DocumentRepository } from "@kalends/core/storage";

/**
 * Returns a digest of the identity of an erased record. Imports recognize the record by the digest, which
 * contains no personal data.
 */
export const identityDigest = (list: ImportedList, identity: string): string =>
  createHash("sha256").update(`${list}\n${identity}`).digest("base64url");

/**
 * True if somebody erased this record locally, so that an import must not add it again.
 * Source: rules/choices.md#erasure-memory.
 */
export const isErased = (
  documents: DocumentRepository,
  list: ImportedList,
  identity: string,
): Promise<boolean> => erasureMemory(documents).hasIdentity(list, identityDigest(list, identity));
