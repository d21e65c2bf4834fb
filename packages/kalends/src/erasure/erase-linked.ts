import {
  type BlobStore,
  type Clock,
  erasureMemory,
  importedRecords,
  type Organizer,
  type Owned,
  type Repositories,
  type Venue,
} from "@kalends/core";
import {
  blankLinked,
  type ErasedRecord,
  type Erasure,
  imageFiles,
  type OutboxSwitch,
  type PersonalData,
  recordsShowing,
  replacedFiles,
} from "@kalends/core/interface";
import { mergedRecords, type Store } from "@kalends/core/storage";
import { identityDigest } from "@kalends/import";
import { blankResponses } from "../idempotency/stored-requests.ts";
import { scrubAuditOfRecords } from "./scrub-audit.ts";
import { scrubOutbox } from "./scrub-outbox.ts";

export interface EraseLinkedDeps {
  readonly store: Store;
  readonly blobStore: Pick<BlobStore, "remove">;
  /** Determines whether consumers of the outbox are notified. */
  readonly outboxSwitch: OutboxSwitch;
  readonly clock: Clock;
  readonly personalData: readonly Owned<PersonalData>[];
}

/**
 * Permanently erases a venue or an organizer, with its links, its versions and its import data. Also erases
 * its image, unless another record shows the image. Data of the record in the outbox, the audit log, stored
 * responses and plugins is erased too, also for records that were merged into it. The id is never used again.
 * If the erasure is interrupted, the next call continues it. Returns false if neither the record nor an
 * unfinished erasure exists.
 * Source: rules/choices.md#erasure-records.
 */
export const eraseLinked = async (deps: EraseLinkedDeps, { kind, id }: ErasedRecord): Promise<boolean> => {
  const { store, blobStore, personalData } = deps;
  const destroyed = await store.transaction((unit) => destroy(unit, deps, { kind, id }));
  const memory = erasureMemory(store.documents);
  const pending = destroyed ?? (await memory.find(kind, id));
  if (pending === undefined || pending.isDone) return false;
  const { imageId, files = [], merged = [] } = pending;
  const ids = [id, ...merged];
  const records = [
    ...ids.map((recordId) => ({ kind, recordId })),
    ...(imageId === undefined ? [] : [{ kind: "image", recordId: imageId } as const]),
  ];
  await scrubOutbox(store, records);
  await scrubAuditOfRecords(store, records);
  await blankResponses(store);
  for (const { value } of personalData)
    for (const erasedId of ids) await value.eraseRecord?.({ kind, id: erasedId });
  for (const file of files) await blobStore.remove(file);
  await memory.save(kind, id, { isDone: true });
  return true;
};

const EVERY = Number.MAX_SAFE_INTEGER;

/**
 * Erases the record's data in the store, in one transaction. Returns `undefined` if neither a record nor a
 * merged record has this id.
 */
const destroy = async (
  unit: Repositories,
  deps: Pick<EraseLinkedDeps, "outboxSwitch" | "clock">,
  { kind, id }: ErasedRecord,
): Promise<Erasure | undefined> => {
  const record = await unit[`${kind}s`].find(id);
  if (record === undefined) return destroyMerged(unit, { kind, id });
  const link = kind === "venue" ? { venueId: id } : { organizerId: id };
  const isRecorded = deps.outboxSwitch.isOn();
  const events = isRecorded ? await unit.events.idsLinkedTo(link, 0, EVERY) : [];
  await (kind === "venue" ? unit.events.unlinkVenue(id) : unit.events.unlinkOrganizer(id));
  await unit[`${kind}s`].remove(id);
  await unit.versions.removeOldest(id, 0);
  const image = await removeImage(unit, record);
  await forgetImport(unit, { kind, id });
  const merged = await removeMerged(unit, { kind, id });
  const pending: Erasure = { isDone: false, ...image, ...(merged.length > 0 && { merged }) };
  await erasureMemory(unit.documents).save(kind, id, pending);
  if (isRecorded) {
    // Consumers receive a change to the trash, because the outbox has no other form of removal.
    const before = blankLinked<Venue | Organizer>(record);
    await unit.outbox.append([
      {
        ...{ time: deps.clock.now(), kind, recordId: id, origin: {} },
        names: [record.status === "trash" ? `${kind}.updated` : `${kind}.trashed`],
        before,
        after: { ...before, status: "trash", trashed: { status: record.status, slug: "" } },
        ...(events.length > 0 && { affected: { events, terms: [] } }),
      },
    ]);
  }
  return pending;
};

/**
 * Erases the stored data about a merged record; the record into which it was merged stays. Returns
 * `undefined` if no merged record has this id.
 */
const destroyMerged = async (
  { documents }: Repositories,
  { kind, id }: ErasedRecord,
): Promise<Erasure | undefined> => {
  if (!(await mergedRecords(documents).remove(kind, id))) return undefined;
  const pending: Erasure = { isDone: false };
  await erasureMemory(documents).save(kind, id, pending);
  return pending;
};

/** Erases the stored data about the records that were merged into this record, and returns their ids. */
const removeMerged = async (
  { documents }: Repositories,
  { kind, id }: ErasedRecord,
): Promise<readonly number[]> => {
  const removed = await mergedRecords(documents).removeSourcesOf(kind, id);
  // Mark the merged records as erased too, so that imports never use their ids again.
  for (const source of removed) await erasureMemory(documents).save(kind, source, { isDone: true });
  return removed;
};

/**
 * Removes the image record unless another record shows the image. Returns the id and the file names of a
 * removed image; an empty object if no image was removed.
 */
const removeImage = async (
  unit: Repositories,
  { imageId }: Venue | Organizer,
): Promise<Pick<Erasure, "imageId" | "files">> => {
  const image = imageId === undefined ? undefined : await unit.images.find(imageId);
  if (image === undefined || (await recordsShowing(image.id, unit, 1)).length > 0) return {};
  await unit.images.remove(image.id);
  await erasureMemory(unit.documents).save("image", image.id, { isDone: true });
  const replaced = await replacedFiles(unit.documents).takeOf(image.id);
  return { imageId: image.id, files: [...imageFiles(image), ...replaced] };
};

/** Replaces the import state by a digest. Imports then recognize the erased record, but its data is gone. */
const forgetImport = async ({ documents }: Repositories, { kind, id }: ErasedRecord): Promise<void> => {
  const [imported, erased] = [importedRecords(documents), erasureMemory(documents)];
  const list = `${kind}s` as const;
  for (;;) {
    const known = await imported.findById(list, id);
    for (const { identity } of known) {
      await imported.remove(list, identity);
      await erased.saveIdentity(list, identityDigest(list, identity));
    }
    if (known.length === 0) return;
  }
};
