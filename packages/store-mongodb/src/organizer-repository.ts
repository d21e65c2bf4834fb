import type { Organizer, OrganizerRepository } from "@kalends/core";
import { organizerSearchFields } from "@kalends/core";
import type { Collection } from "mongodb";
import { createLinkedRepository, type LinkedDocument } from "./linked-repository.ts";
import type { Session } from "./session.ts";

export const createOrganizerRepository = (session: Session): OrganizerRepository =>
  createLinkedRepository<Organizer>(session, {
    kind: "organizer",
    member: "organizerIds",
    // Its documents have more members: what is shared by both kinds leaves them as they are.
    collectionOf: ({ organizers }) => organizers as unknown as Collection<LinkedDocument>,
    searchFields: organizerSearchFields,
  });
