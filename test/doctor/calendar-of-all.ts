import type { ExternalId, StoreWithAccounts } from "@kalends/core/storage";
import {
  aChange,
  anAccount,
  anEvent,
  anImage,
  anOccurrence,
  anOrganizer,
  aSeries,
  aTerm,
  aVenue,
} from "@kalends/storage-contract";

const crm = (id: number): ExternalId => ({ source: "crm", id: String(id) });

/** Saves records of every kind, with links between them and with correct derived values. */
export const saveAll = async (store: StoreWithAccounts): Promise<void> => {
  const accounts = await store.openAccounts();
  await accounts.ids.reserve("account", 5);
  await accounts.save(anAccount({ id: 5, name: "Ann" }));
  await store.transaction(async ({ events, ids, images, organizers, terms, venues, documents, outbox }) => {
    await ids.reserve("record", 300);
    await ids.reserve("term", 70);
    await images.save(anImage({ id: 80, url: "https://images.example/a.jpg" }));
    await terms.save(aTerm({ id: 60, slug: "above" }));
    await terms.save(aTerm({ id: 61, slug: "below", parentId: 60, externalIds: [crm(61)] }));
    await terms.save(aTerm({ id: 62, slug: "tag", taxonomy: "tag" }));
    await venues.save(
      aVenue({ id: 10, imageId: 80, name: "Harbour hall", coordinates: { lat: 53.5, lng: 10 } }),
    );
    await organizers.save(anOrganizer({ id: 11, name: "Choir" }));
    for (const id of [20, 21, 22]) {
      await events.save(
        anEvent({
          ...{ id, slug: `event-${id}`, title: `Concert ${id}`, categoryIds: [61], tagIds: [62] },
          ...{ venueId: 10, organizerIds: [11], imageId: 80 },
          cost: { values: ["10"], symbol: "€", position: "prefix" },
          extensions: { sample: { audience: "all", size: 4 } },
          externalIds: [crm(id), { source: "ical", id: "one uid" }],
        }),
      );
    }
    const series = aSeries({
      ...{ id: 30, slug: "series", title: "Rehearsal", categoryIds: [61], organizerIds: [11], venueId: 10 },
      ...{ start: "2030-01-01 10:00:00", end: "2030-01-01 11:00:00" },
      ...{ utcStart: "2030-01-01 10:00:00", utcEnd: "2030-01-01 11:00:00" },
      recurrence: { rules: ["FREQ=DAILY;COUNT=3"], dates: [], except: [] },
    });
    await events.save(series);
    const times = ["2030-01-01 10:00:00", "2030-01-02 10:00:00", "2030-01-03 10:00:00"];
    await events.saveOccurrences(
      times.map((start, index) =>
        anOccurrence(series, {
          id: 31 + index,
          start,
          ...(index === 2 && { changes: { title: "Last one" } }),
        }),
      ),
    );
    await events.reconcileSeries(30);
    await documents.save({ collection: "sample/notes", key: "a", value: { text: "x", place: 4 } });
    await outbox.append([aChange()]);
  });
};
