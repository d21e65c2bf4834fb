import type { Venue, VenueRepository } from "@kalends/core";
import { venueSearchFields } from "@kalends/core";
import type { Collection } from "mongodb";
import { createLinkedRepository, type LinkedDocument } from "./linked-repository.ts";
import { toCells } from "./places.ts";
import type { Session } from "./session.ts";

export const createVenueRepository = (session: Session): VenueRepository =>
  createLinkedRepository<Venue>(session, {
    kind: "venue",
    member: "venueId",
    // Its documents have more members: what is shared by both kinds leaves them as they are.
    collectionOf: ({ venues }) => venues as unknown as Collection<LinkedDocument>,
    searchFields: venueSearchFields,
    deriveMore: ({ coordinates }) => (coordinates === undefined ? {} : { cells: toCells(coordinates) }),
  });
