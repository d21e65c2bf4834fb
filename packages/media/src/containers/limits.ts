/** Frames of an animation: only the first is decoded, but the decoder reads the header of each. Source: rules/images.md#image-types. */
export const MAX_FRAMES = 10_000;
/** Segments, chunks or blocks of one file: each costs time, also an empty one. */
export const MAX_CHUNKS = 50_000;
/** Bytes of a colour profile that is not packed: those for printing have up to three million. */
export const MAX_PROFILE: number = 4 * 1024 * 1024;
