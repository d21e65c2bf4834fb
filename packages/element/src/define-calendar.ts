import { type Controller, createController } from "./controller.ts";
import { ATTRIBUTES, type ElementOptions, readOptions } from "./options.ts";
import { createToText } from "./source/plain-text.ts";
import { STYLES } from "./view/styles.ts";

/** Name of the custom element. */
export const ELEMENT_NAME = "kalends-calendar";

/** Width of the element in pixels below which the month view becomes a list. */
const NARROW = 640;

/** Interface of the element `<kalends-calendar>` for scripts of a web page. */
export interface KalendsCalendarElement extends HTMLElement {
  /** Clears cached responses and loads the events from the server again. */
  refresh(): void;
  /** Shows a day in the form `YYYY-MM-DD`; today if `day` is omitted. */
  goTo(day?: string): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "kalends-calendar": KalendsCalendarElement;
  }
}

/**
 * Returns a text that is equal for equal options. Ignores `view`, because the calendar itself changes this
 * option.
 */
const keyOf = ({ view: _, ...rest }: ElementOptions): string => JSON.stringify(rest);

/**
 * Returns a text of the options `src`, `start` and `filters`. While this text stays equal, the visitor's
 * position is preserved.
 */
const placeOf = ({ src, start, filters }: ElementOptions): string => JSON.stringify([src, start, filters]);

const createElementClass = (): CustomElementConstructor => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  const toText = createToText();

  return class extends HTMLElement implements KalendsCalendarElement {
    static readonly observedAttributes: readonly string[] = ATTRIBUTES;
    #controller: Controller | undefined;
    #key = "";
    #place = "";
    #isScheduled = false;
    #isStopped = false;
    #isNarrow = false;
    readonly #root = this.attachShadow({ mode: "open" });
    readonly #observer = new ResizeObserver(() => this.#measure());

    connectedCallback(): void {
      this.#root.adoptedStyleSheets = [sheet];
      this.#isNarrow = this.clientWidth < NARROW;
      this.#observer.observe(this);
      this.#schedule();
    }

    disconnectedCallback(): void {
      this.#observer.disconnect();
      this.#controller?.stop();
      this.#isStopped = true;
    }

    attributeChangedCallback(): void {
      this.#schedule();
    }

    refresh(): void {
      this.#controller?.refresh();
    }

    goTo(day?: string): void {
      this.#controller?.goTo(day);
    }

    #measure(): void {
      const isNarrow = this.clientWidth < NARROW;
      if (isNarrow === this.#isNarrow) return;
      this.#isNarrow = isNarrow;
      this.#controller?.resize();
    }

    /**
     * Combines consecutive attribute changes into one update. Moving the element within the web page does not
     * reset the calendar.
     */
    #schedule(): void {
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      queueMicrotask(() => {
        this.#isScheduled = false;
        if (this.isConnected) this.#update();
      });
    }

    #update(): void {
      const around = this.closest("[lang]")?.getAttribute("lang");
      const languages = [around, document.documentElement.lang, ...navigator.languages];
      const options = readOptions((name) => this.getAttribute(name), languages);
      const key = keyOf(options);
      if (this.#controller !== undefined && key === this.#key) {
        this.#controller.setView(options.view);
        if (this.#isStopped) this.#controller.start();
        this.#isStopped = false;
        return;
      }
      const previous = this.#place === placeOf(options) ? this.#controller?.position() : undefined;
      this.#controller?.stop();
      this.#isStopped = false;
      this.#key = key;
      this.#place = placeOf(options);
      this.#controller = createController(
        {
          root: this.#root,
          base: this.baseURI,
          isNarrow: () => this.#isNarrow,
          toText,
          dispatch: (name, detail) =>
            this.dispatchEvent(
              new CustomEvent(`kalends-${name}`, {
                bubbles: true,
                composed: true,
                cancelable: name === "select",
                detail,
              }),
            ),
          onView: (view) => this.setAttribute("view", view),
        },
        options,
        previous,
      );
      this.#controller.start();
    }
  };
};

/**
 * Defines the custom element `<kalends-calendar>` in this window if it is not defined yet. Throws a
 * `ReferenceError` in environments without custom elements.
 */
export const defineCalendar = (): void => {
  if (customElements.get(ELEMENT_NAME) === undefined)
    customElements.define(ELEMENT_NAME, createElementClass());
};
