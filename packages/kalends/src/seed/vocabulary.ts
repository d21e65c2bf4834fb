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

/** City with its state or province, country, time zone, and the coordinates of its centre. */
type Place = readonly [
  city: string,
  state: string,
  province: string,
  country: string,
  timezone: string,
  lat: number,
  lng: number,
];

export const PLACES: readonly [Place, ...(readonly Place[])] = [
  ["New York", "NY", "", "United States", "America/New_York", 40.713, -74.006],
  ["Genova", "", "GE", "Italy", "Europe/Rome", 44.407, 8.934],
  ["Lyon", "", "Rhône", "France", "Europe/Paris", 45.764, 4.836],
  ["Osaka", "", "Osaka", "Japan", "Asia/Tokyo", 34.694, 135.502],
  ["Leeds", "", "West Yorkshire", "United Kingdom", "Europe/London", 53.801, -1.549],
];

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
