import type { Person } from "@kalends/core/interface";
import type { RecordVersion, Store } from "@kalends/core/storage";
import { hasText } from "./scrub-audit.ts";

/** Number of versions to read at once. The content of a version has at most 200 KiB. */
const BATCH = 50;

/** Yields all versions, ordered by record and revision. */
export async function* readAllVersions({ versions }: Pick<Store, "versions">): AsyncGenerator<RecordVersion> {
  for (let batch = await versions.readAfter(0, 0, BATCH); batch.length > 0; ) {
    yield* batch;
    const { recordId = 0, revision = 0 } = batch.at(-1) ?? {};
    batch = await versions.readAfter(recordId, revision, BATCH);
  }
}

/**
 * Removes the content of versions that contain the display name or email address of a person. The version
 * itself stays, because it names the author of the next version.
 * Source: rules/choices.md#erasure-accounts.
 */
export const scrubVersionsOfPerson = async (
  store: Pick<Store, "versions" | "transaction">,
  { displayName = "", email = "" }: Person,
): Promise<void> => {
  const texts = [displayName, email].filter((text) => text !== "").map((text) => text.toLowerCase());
  if (texts.length === 0) return;
  for await (const { recordId, revision, content } of readAllVersions(store)) {
    // Search the parsed content, because JSON escapes some characters.
    if (content === "" || !texts.some((text) => hasText(JSON.parse(content), text))) continue;
    await store.transaction(async ({ versions }) => {
      const version = await versions.find(recordId, revision);
      if (version !== undefined) await versions.save({ ...version, changed: [], content: "" });
    });
  }
};
