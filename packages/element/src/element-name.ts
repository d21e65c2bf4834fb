/** The name of the custom element. */
export const ELEMENT_NAME = "kalends-calendar";
