type Words = readonly [string, ...(readonly string[])];

export const OCCASIONS: Words = [
  "Concert",
  "Lecture",
  "Workshop",
  "Market",
  "Reading",
  "Exhibition",
  "Screening",
  "Festival",
  "Guided walk",
  "Open day",
  "Dance night",
  "Choir evening",
];

export const THEMES: Words = [
  "Jazz",
  "Baroque",
  "Harbour",
  "Garden",
  "Printing",
  "Astronomy",
  "Ceramics",
  "Poetry",
  "Chess",
  "Cycling",
  "Café",
  "Folk",
  "Robotics",
  "Pottery",
  "Silent film",
];

export const CATEGORIES: readonly (readonly [name: string, children: readonly string[]])[] = [
  ["Music", ["Jazz", "Classical", "Folk"]],
  ["Talks", ["Science", "History"]],
  ["Arts", ["Painting", "Film"]],
  ["Outdoors", ["Walks", "Cycling"]],
  ["Family", []],
];

export const TAGS: Words = [
  "free entry",
  "indoor",
  "outdoor",
  "evening",
  "weekend",
  "beginners",
  "kids",
  "accessible",
  "food",
  "registration",
];

export const HALLS: Words = ["Hall", "Gallery", "Library", "Theatre", "Park", "Studio", "Church", "Club"];

export const STREETS: Words = [
  "Main Street",
  "Mill Lane",
  "Station Road",
  "Quay",
  "High Street",
  "Church Row",
];

/** City, state or province, country, zone, and where its centre is. */
export const PLACES: readonly [Place, ...(readonly Place[])] = [
  {
    city: "New York",
    state: "NY",
    province: "",
    country: "United States",
    timezone: "America/New_York",
    lat: 40.713,
    lng: -74.006,
  },
  {
    city: "Genova",
    state: "",
    province: "GE",
    country: "Italy",
    timezone: "Europe/Rome",
    lat: 44.407,
    lng: 8.934,
  },
  {
    city: "Lyon",
    state: "",
    province: "Rhône",
    country: "France",
    timezone: "Europe/Paris",
    lat: 45.764,
    lng: 4.836,
  },
  {
    city: "Osaka",
    state: "",
    province: "Osaka",
    country: "Japan",
    timezone: "Asia/Tokyo",
    lat: 34.694,
    lng: 135.502,
  },
  {
    city: "Leeds",
    state: "",
    province: "West Yorkshire",
    country: "United Kingdom",
    timezone: "Europe/London",
    lat: 53.801,
    lng: -1.549,
  },
];

export interface Place {
  readonly city: string;
  readonly state: string;
  readonly province: string;
  readonly country: string;
  readonly timezone: string;
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
}

export const SOCIETIES: Words = ["Society", "Collective", "Friends", "Association", "Guild", "Foundation"];

export const SENTENCES: Words = [
  "Doors open half an hour before the start.",
  "Everybody is welcome, no experience is needed.",
  "Seats are limited, so come early.",
  "Tea and cake are served in the break.",
  "The programme changes every month.",
  "A talk with the guests follows.",
  "Bring good shoes and something against the rain.",
  "Children pay half.",
];
