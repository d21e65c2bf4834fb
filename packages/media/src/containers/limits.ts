/**
 * Maximum number of frames of an animation. Only the first is decoded, but the decoder reads the header of
 * each.
 * Source: rules/images.md#image-types.
 */
export const MAX_FRAMES = 10_000;
/** Maximum number of segments, chunks or blocks of one file. Each takes time, even an empty one. */
export const MAX_CHUNKS = 50_000;
/** Maximum bytes of an uncompressed colour profile. Profiles for printing have up to three million. */
export const MAX_PROFILE: number = 4 * 1024 * 1024;
