import { type ImportedList, importedRecords } from "@kalends/core";
import type { ExternalId } from "@kalends/core/storage";
import type { ReportEntry, Source, VerifyResult } from "@kalends/import";
import type { Cradle } from "../../cradle.ts";
import { createReadRecord } from "./own-records.ts";

export interface VerifySourceOptions {
  readonly sample?: { readonly size: number; readonly seed: number };
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly onRecord: (entry: ReportEntry) => void;
}

/**
 * Compares the records of a source with this calendar: all of them, or a random `sample`. Reads the calendar
 * in process, with the rights of an administrator.
 */
export const verifySource = async (
  source: Source,
  { store, as }: Pick<Cradle, "store" | "as">,
  { sample, now, onRecord }: VerifySourceOptions,
): Promise<VerifyResult> => {
  const [{ isErased, rememberedAuthors, runVerify }, { createImportedHtmlCleaner }, { utcText }] =
    await Promise.all([import("@kalends/import"), import("@kalends/html"), import("@kalends/core")]);
  const deps = {
    source,
    imported: importedRecords(store.documents),
    findCategory: (externalId: ExternalId) => store.terms.findByExternalId("category", externalId),
    authorOf: rememberedAuthors(store).find,
    isErased: (list: ImportedList, identity: string) => isErased(store.documents, list, identity),
    cleaner: createImportedHtmlCleaner(),
    readOurs: createReadRecord(as({ id: 1, roles: ["administrator"] })),
  };
  return runVerify(deps, { now: utcText(now), onRecord, ...(sample && { sample }) });
};
