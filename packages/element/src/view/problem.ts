import type { SourceErrorKind } from "../source/source-error.ts";
import { fill } from "../texts/languages.ts";
import { h } from "./dom.ts";
import type { ViewContext } from "./view-context.ts";

export interface Problem {
  readonly kind: SourceErrorKind | "noAddress" | "badAddress";
  readonly status: number | undefined;
  /** Error message that the server sent; empty if it sent none. */
  readonly message: string;
}

export const problemText = ({ kind, status }: Problem, { texts }: ViewContext): string =>
  fill(texts[kind], { status: status ?? "" });

/**
 * Creates the error message, with a retry button if a retry may help. Also shows the fallback content that
 * the web page has inside the element.
 */
export const createProblem = (problem: Problem, context: ViewContext, retry: () => void): HTMLElement =>
  h(
    "div",
    { role: "alert", part: "error", class: "problem" },
    h("p", {}, problemText(problem, context)),
    problem.message === "" ? undefined : h("p", { class: "message" }, problem.message),
    problem.kind === "noAddress" || problem.kind === "badAddress"
      ? undefined
      : h("button", { type: "button", part: "button", click: retry }, context.texts.retry),
    h("slot"),
  );
