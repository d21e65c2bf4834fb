import { expect } from "chai";
import { fakeRequest, SITE } from "./fake-request.ts";
import { calendarOf, pageAt, respondTo } from "./respond-to.ts";

const EMPTY = calendarOf([]);

describe("the frame of pages", () => {
  it("leads from the root of the site to the events, in the language of the address", async () => {
    const answer = await respondTo(fakeRequest("/", { home: `${SITE}/fr`, locale: "fr" }));
    expect(answer?.status).to.equal(303);
    expect(answer?.headers).to.include({ Location: `${SITE}/fr/events/` });
  });

  it("leaves feeds and other addresses to others", async () => {
    for (const path of [
      "/?ical=1",
      "/events/?outlook-ical=1",
      "/elsewhere/",
      "/events/assets/0.css",
      "/events/year/",
    ])
      expect(await respondTo(fakeRequest(path)), path).to.equal(undefined);
  });

  it("leads to the address with a slash at its end", async () => {
    const answer = await respondTo(fakeRequest("/events/month/2031-05?search=a%26b"), EMPTY);
    expect(answer?.status).to.equal(301);
    expect(answer?.headers).to.include({ Location: `${SITE}/events/month/2031-05/?search=a%26b` });
  });

  it("has its style at an address that changes with the theme, and may be kept for ever", async () => {
    const pages = await Promise.all([
      pageAt("/events/", EMPTY),
      pageAt("/events/", EMPTY, { theme: ["accent=#123456"] }),
    ]);
    const [plain = "", themed = ""] = pages.map((page) => /\/events\/assets\/\w+\.css/.exec(page)?.[0]);
    expect(plain).not.to.equal(themed);
    const answer = await respondTo(fakeRequest(themed), EMPTY, {
      theme: ["accent=#123456", "dark-accent=#abcdef"],
    });
    expect(answer?.headers?.["Cache-Control"]).to.equal("no-store");
    expect(answer).to.have.property("text").that.includes("#abcdef");
    const style = await respondTo(fakeRequest(themed), EMPTY, { theme: ["accent=#123456"] });
    expect(style?.headers?.["Cache-Control"]).to.include("immutable");
    expect(style)
      .to.have.property("text")
      .that.includes("--accent: #123456")
      .and.includes("prefers-color-scheme: dark");
    expect(style).to.have.property("text").that.includes("@media print").and.not.includes("url(");
  });

  it("lets nothing run and nothing be framed", async () => {
    const answer = await respondTo(fakeRequest("/events/"), EMPTY, {
      imageSources: ["https://images.example"],
    });
    expect(answer?.headers?.["Content-Security-Policy"]).to.equal(
      `default-src 'none'; style-src 'self'; img-src 'self' data: ${SITE} https://images.example; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
  });

  it("speaks the language of the address, and leads to the others", async () => {
    const deps = calendarOf([], { locales: ["de", "fr"] });
    const { present } = fakeRequest("/");
    const page = await pageAt(
      "/events/",
      deps,
      {},
      { locale: "de", home: `${SITE}/de`, present: { ...present, language: "de" } },
    );
    expect(page).to.include('<html lang="de">').and.include("Zum Inhalt springen").and.include("Mai 2031");
    expect(page).to.include(`<link rel="alternate" hreflang="fr" href="${SITE}/fr/events/">`);
    expect(page).to.include(`href="${SITE}/events/" lang="en" hreflang="en">English`);
    expect(page).to.include(`href="/de/events/month/2031-06/"`);
  });

  it("has the title and the links of its options, escaped", async () => {
    const page = await pageAt("/events/", EMPTY, {
      title: "Fish & <b>",
      links: ["Town=https://town.example/?a=1&b=2"],
    });
    expect(page).to.include("<title>Events: May 2031 – Fish &amp; &lt;b&gt;</title>");
    expect(page).to.include('<a href="https://town.example/?a=1&amp;b=2">Town</a>');
  });

  it("says that it can only be read", async () => {
    const answer = await respondTo(fakeRequest("/events/", { method: "POST" }), EMPTY);
    expect(answer?.status).to.equal(405);
    expect(answer?.headers).to.include({ Allow: "GET, HEAD" });
  });
});
