import type { LinkedQuery, TermQuery } from "@kalends/core/storage";
import { ALL_LINKED, allTerms } from "@kalends/storage-contract";

/** Statuses that anonymous visitors may see, and statuses that editors may see. */
export const PUBLIC = { statuses: ["publish"] };
export const EDITORS = { statuses: ["publish", "draft", "future", "pending", "private"] };

/** Venue and organizer lists for which every store must use an index. */
export const LINKED_LISTS: Readonly<Record<string, LinkedQuery>> = {
  all: ALL_LINKED,
  "public ones": { ...ALL_LINKED, visible: PUBLIC },
  "a search": { ...ALL_LINKED, search: ["temple", "avenue"] },
  "those of an event": { ...ALL_LINKED, eventId: 1 },
  "those with an external id": { ...ALL_LINKED, externalId: { source: "crm", id: "1" } },
  "those with events": { ...ALL_LINKED, events: { linked: "any", visible: EDITORS } },
  "those without events": { ...ALL_LINKED, events: { linked: "none", visible: EDITORS } },
  "those with upcoming events": {
    ...ALL_LINKED,
    upcoming: { from: "2030-01-01 00:00:00", clock: "local", visible: PUBLIC },
  },
};

/** Term lists for which every store must use an index. */
export const TERM_LISTS: Readonly<Record<string, TermQuery>> = {
  all: allTerms("category"),
  "used ones": { ...allTerms("category"), hideEmpty: true, order: { by: "count", descending: true } },
  "those of an event": { ...allTerms("category"), eventId: 1 },
  "a search": { ...allTerms("category"), search: "term" },
  "those with an external id": { ...allTerms("category"), externalId: { source: "crm", id: "1" } },
};
