import type { VenueQuery, Visibility } from "../model/queries.ts";
import type { Venue } from "../model/venue.ts";
import type { PostRepository } from "./post-repository.ts";

/** Where venues are kept. */
export interface VenueRepository extends PostRepository<Venue, VenueQuery> {
  /**
   * The lowest id among the venues not in the trash whose folded name equals this one folded (`foldText` of the trimmed
   * text) and, where a description is given, whose folded description equals that; where `visible` is given, among those
   * that it shows. Source: 20-venues section 4.1.
   */
  findDuplicate(name: string, description?: string, visible?: Visibility): Promise<Venue | undefined>;
}
