import { type OrganizerRepository, organizerSearchFields } from "@kalends/core";
import { createLinkedRepository } from "./linked-repository.ts";
import type { Session } from "./session.ts";

export const createOrganizerRepository = (session: Session): OrganizerRepository =>
  createLinkedRepository(session, {
    kind: "organizer",
    collection: "organizers",
    member: "organizerIds",
    searchFields: organizerSearchFields,
  });
