import { createHash } from "node:crypto";
import { type DocumentRepository, erasureMemory, type ImportedList } from "@kalends/core";

/** What is kept of the identity of a record that was destroyed here: enough to know it again, and nothing that says what it was. */
export const identityDigest = (list: ImportedList, identity: string): string =>
  createHash("sha256").update(`${list}\n${identity}`).digest("base64url");

/** Whether a record of a source was destroyed here, so that an import keeps it out. Source: rules/choices.md#erasure-memory. */
export const isErased = (
  documents: DocumentRepository,
  list: ImportedList,
  identity: string,
): Promise<boolean> => erasureMemory(documents).hasIdentity(list, identityDigest(list, identity));
