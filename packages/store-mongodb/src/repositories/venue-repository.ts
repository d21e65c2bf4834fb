import { type VenueRepository, venueSearchFields } from "@kalends/core";
import { toCells } from "../queries/venue-locations.ts";
import type { Session } from "../transactions/session.ts";
import { createLinkedRepository } from "./linked-repository.ts";

export const createVenueRepository = (session: Session): VenueRepository =>
  createLinkedRepository(session, {
    kind: "venue",
    collection: "venues",
    member: "venueId",
    searchFields: venueSearchFields,
    deriveMore: ({ coordinates }) => (coordinates === undefined ? {} : { cells: toCells(coordinates) }),
  });
