import type { Post } from "./post.ts";

/** Organizer of events. The contact fields are plain text; `""` means "not set". */
export interface Organizer extends Post {
  readonly name: string;
  readonly phone: string;
  readonly website: string;
  readonly email: string;
}
