type Value = string | number | boolean | undefined | ((event: Event) => void);

export type Child = Node | string | undefined;

/**
 * Creates a DOM element. Attribute values that are functions become listeners for the event of that name.
 * `false` and `undefined` leave the attribute out. Strings among `children` become text, not HTML.
 */
export const h = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
};

/** Creates text that only screen readers read. */
export const screenReaderOnly = (text: string): HTMLElement => h("span", { class: "spoken" }, text);

/** Creates text that screen readers ignore. */
export const hiddenFromScreenReaders = (text: string, className?: string): HTMLElement =>
  h("span", { "aria-hidden": "true", class: className }, text);
