/** White space of all kinds, and characters that only say how others are written: nobody sees any of them. */
const BLANK = /^[\s\p{Zs}\p{Cf}]*$/u;

/** Whether there is nothing to see in the text. Source: 90-decisions P25. */
export const isBlank = (text: string): boolean => BLANK.test(text);
