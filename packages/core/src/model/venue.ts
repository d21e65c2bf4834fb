import type { Post } from "./post.ts";

/** Coordinates in degrees (WGS 84): latitude -90 to 90, longitude -180 to 180. */
export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

/** Venue of events. The address and contact fields are plain text; `""` means "not set". */
export interface Venue extends Post {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly country: string;
  readonly province: string;
  readonly state: string;
  readonly zip: string;
  readonly phone: string;
  /**
   * State or province. Kalends derives it if the client does not send it
   * (rules/venues-organizers.md#derived-stateprovince).
   */
  readonly stateProvince: string;
  readonly website: string;
  readonly showMap: boolean;
  readonly showMapLink: boolean;
  readonly coordinates?: Coordinates;
}
