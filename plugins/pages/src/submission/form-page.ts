import type { WebsiteResponse } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html, type Part } from "../page/html.ts";
import { pageResponse } from "../page/responses.ts";
import type { FormFault } from "../texts/details.ts";
import { detailTextsOf } from "../texts.ts";
import { siteZone } from "../time/times.ts";
import {
  EMPTY,
  type FieldFaults,
  type FormField,
  type FormValues,
  MAX_LENGTHS,
  type TextField,
} from "./form-values.ts";
import { FORM_PATH } from "./submission-options.ts";

/** Name of a hidden field. Robots fill it in; a form with a value in it is refused. */
export const HONEYPOT = "homepage";

export interface FormPage {
  /** Token of a new form; absent in a correction. */
  readonly token?: string;
  /** Path and question of a correction. The form then has no fields about the sender. */
  readonly correction?: { readonly path: string; readonly question: string };
  readonly days: number;
  /** Names of public venues, which the form suggests. */
  readonly venues: readonly string[];
  readonly values?: FormValues;
  readonly faults?: FieldFaults;
  readonly formFault?: FormFault | undefined;
  /** True if the refused form contained an image. The user must then select the image again. */
  readonly hasSentImage?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const NO_FAULTS: FieldFaults = new Map();

const REQUIRED: ReadonlySet<FormField> = new Set(["title", "start_date", "sender", "mail"]);

/** Input type of a field, and its autocomplete value. */
const ATTRIBUTES: Readonly<Partial<Record<TextField, { readonly type: string; readonly fill?: string }>>> = {
  start_date: { type: "date" },
  start_time: { type: "time" },
  end_date: { type: "date" },
  end_time: { type: "time" },
  website: { type: "url" },
  sender: { type: "text", fill: "name" },
  mail: { type: "email", fill: "email" },
};

export const formPage = (context: PageContext, page: FormPage): WebsiteResponse => {
  const { request, base, now, frame, texts: common } = context;
  const texts = detailTextsOf(request.present.language);
  const {
    token,
    correction,
    days,
    venues,
    values = EMPTY,
    faults = NO_FAULTS,
    formFault,
    hasSentImage = false,
  } = page;
  const zone = html`${texts.hints.zone} ${siteZone(now, frame.site)}.`;
  const hints: Readonly<Partial<Record<FormField, Part>>> = {
    ...texts.hints,
    start_time: zone,
    mail: texts.mailHint(days),
    ...(hasSentImage && { image: `${texts.chooseAgain} ${texts.hints.image}` }),
  };

  const described = (name: FormField): { readonly notes: Html; readonly attributes: Html } => {
    const [hint, fault] = [hints[name], faults.get(name)];
    const ids = [hint !== undefined && `${name}-hint`, fault !== undefined && `${name}-fault`].filter(
      Boolean,
    );
    return {
      notes: html`${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}${
        fault !== undefined && html`<span class="fault" id="${name}-fault">${texts.faults[fault]}</span>`
      }`,
      attributes: html`${ids.length > 0 && html` aria-describedby="${ids.join(" ")}"`}${
        fault !== undefined && html` aria-invalid="true"`
      }${REQUIRED.has(name) && html` required`}`,
    };
  };
  const label = (name: FormField): Html =>
    html`<label for="${name}">${texts.fields[name]}${REQUIRED.has(name) && html` <span class="needed">(${texts.required})</span>`}</label>`;
  const input = (name: Exclude<TextField, "description">, more?: Html): Html => {
    const { notes, attributes } = described(name);
    const { type, fill = "off" } = ATTRIBUTES[name] ?? { type: "text" };
    const isText = !["date", "time"].includes(type);
    return html`<div class="field">${label(name)}<input id="${name}" name="${name}" type="${type}" value="${values[name]}" autocomplete="${fill}"${
      isText && html` maxlength="${MAX_LENGTHS[name]}"`
    }${attributes}${more}>${notes}</div>
`;
  };
  const description = described("description");
  const image = described("image");
  const summary =
    (faults.size > 0 || formFault !== undefined) &&
    html`<div class="notice alert" role="alert"><p><strong>${formFault === undefined ? texts.check : texts.formFaults[formFault]}</strong></p>${
      faults.size > 0 &&
      html`<ul>${[...faults].map(([name, fault]) => html`<li><a href="#${name}">${texts.fields[name]}</a>: ${texts.faults[fault]}</li>`)}</ul>`
    }</div>`;
  const hasFaults = summary !== false;
  const heading = correction === undefined ? texts.propose : texts.correct;
  return pageResponse(context, {
    title: hasFaults ? `${texts.check} – ${heading}` : heading,
    robots: "noindex",
    ...(page.status !== undefined && { status: page.status }),
    // Each response contains another token, so it must not be cached.
    headers: { "Cache-Control": "no-store", ...page.headers },
    main: html`<div class="record narrow">
<p class="crumb"><a href="${base}/events/">${context.title}</a></p>
<h1>${heading}</h1>
<p class="lead">${correction === undefined ? texts.intro : texts.correctIntro}</p>
${
  correction !== undefined &&
  html`<p>${correction.question}</p>
`
}
${summary}
<form class="form" method="post" action="${base}${correction?.path ?? FORM_PATH}" enctype="multipart/form-data"${hasFaults && html` novalidate`}>
${
  token !== undefined &&
  html`<input type="hidden" name="token" value="${token}">
`
}<fieldset><legend>${texts.about}</legend>
${input("title")}<div class="pair">${input("start_date")}${input("start_time")}</div>
<div class="pair">${input("end_date")}${input("end_time")}</div>
<div class="check"><input id="all_day" name="all_day" type="checkbox" value="1"${values.all_day && html` checked`}><label for="all_day">${texts.fields.all_day}</label></div>
<div class="field">${label("description")}<textarea id="description" name="description" rows="7" maxlength="${MAX_LENGTHS.description}"${description.attributes}>
${values.description}</textarea>${description.notes}</div>
${input("venue", venues.length > 0 ? html` list="venues"` : undefined)}${
  venues.length > 0 &&
  html`<datalist id="venues">${venues.map((name) => html`<option value="${name}">`)}</datalist>`
}${input("organizer")}<div class="pair">${input("cost")}${input("website")}</div>
<div class="field">${label("image")}<input id="image" name="image" type="file" accept="image/jpeg,image/png,image/gif,image/webp,image/avif"${image.attributes}>${image.notes}</div>
</fieldset>
${
  correction === undefined &&
  html`<fieldset><legend>${texts.aboutYou}</legend>
${input("sender")}${input("mail")}</fieldset>
`
}<div class="trap" aria-hidden="true"><label for="${HONEYPOT}">${texts.trap}</label><input id="${HONEYPOT}" name="${HONEYPOT}" type="text" tabindex="-1" autocomplete="off"></div>
<p class="actions"><button class="primary" type="submit">${correction === undefined ? texts.send : texts.sendCorrection}</button> <a class="button" href="${base}/events/">${common.backToCalendar}</a></p>
</form>
</div>`,
  });
};

/** Returns the page that confirms that a proposal was received. */
export const sentPage = (context: PageContext): WebsiteResponse => {
  const { base } = context;
  const texts = detailTextsOf(context.request.present.language);
  return pageResponse(context, {
    title: texts.sent,
    robots: "noindex",
    headers: { "Cache-Control": "no-store" },
    main: html`<div class="record narrow"><h1>${texts.sent}</h1>
<p class="lead">${texts.sentText}</p>
<p class="actions"><a class="button primary" href="${base}/events/">${context.texts.backToCalendar}</a> <a class="button" href="${base}${FORM_PATH}">${texts.another}</a></p></div>`,
  });
};

/** Returns the page that is shown while proposals are not possible. */
export const unavailablePage = (context: PageContext): WebsiteResponse => {
  const texts = detailTextsOf(context.request.present.language);
  return pageResponse(context, {
    status: 503,
    title: texts.propose,
    robots: "noindex",
    headers: { "Cache-Control": "no-store" },
    main: html`<h1>${texts.propose}</h1>
<p>${texts.formFaults.unavailable}</p>
<p><a class="button" href="${context.base}/events/">${context.texts.backToCalendar}</a></p>`,
  });
};
