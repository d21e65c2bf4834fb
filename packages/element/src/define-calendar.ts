import { ELEMENT_NAME } from "./element-name.ts";

/** Defines `<kalends-calendar>` in this window, unless that is done. */
export const defineCalendar = (): void => {
  if (customElements.get(ELEMENT_NAME) !== undefined) return;
  customElements.define(ELEMENT_NAME, class extends HTMLElement {});
};
