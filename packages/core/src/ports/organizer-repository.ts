import type { Organizer } from "../model/organizer.ts";
import type { LinkedQuery } from "../model/queries.ts";
import type { PostRepository } from "./post-repository.ts";

/** Where organizers are kept. */
export interface OrganizerRepository extends PostRepository<Organizer, LinkedQuery> {
  /** As `VenueRepository.findDuplicate`. */
  findDuplicate(name: string, description?: string): Promise<Organizer | undefined>;
}
