import { isCalendarError, type WebsiteAnswer } from "@kalends/core/plugin";
import { answerPage } from "../page/answers.ts";
import type { PageContext } from "../page/context.ts";
import { html } from "../page/html.ts";
import { detailTextsOf } from "../texts/details/catalogue.ts";

/** What is missing, in the trash or not for visitors to see: all alike. */
export const notFoundPage = (context: PageContext): WebsiteAnswer => {
  const { notFound, notFoundText } = detailTextsOf(context.request.present.language);
  return answerPage(context, {
    status: 404,
    title: notFound,
    robots: "noindex",
    main: html`<h1>${notFound}</h1>
<p>${notFoundText}</p>
<p><a class="button" href="${context.base}/events/">${context.texts.backToCalendar}</a></p>`,
  });
};

/** What the interface answers, or `undefined` where it says that there is nothing to see. */
export const found = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (isCalendarError(error) && error.code !== "rest_storage_unavailable") return undefined;
    throw error;
  }
};
