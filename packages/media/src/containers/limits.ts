/**
 * Maximum number of frames of an animation. Only the first frame is decoded, but the decoder reads the header
 * of each frame.
 * Source: rules/images.md#image-types.
 */
export const MAX_FRAMES = 10_000;
/**
 * Maximum number of segments, chunks or blocks in one file. Processing each takes time, even if it is empty.
 */
export const MAX_CHUNKS = 50_000;
/** Maximum bytes of an uncompressed colour profile. Profiles for printing have up to three million bytes. */
export const MAX_PROFILE: number = 4 * 1024 * 1024;
