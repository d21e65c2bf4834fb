/** Elements of an item in a WordPress export, except `meta` and `terms`. */
export interface Item {
  readonly type: string;
  readonly id: number | string;
  readonly elements?: Readonly<Record<string, string>>;
  readonly meta?: readonly (readonly [key: string, value: string])[];
  readonly terms?: readonly (readonly [taxonomy: string, slug: string, name: string])[];
}

const cdata = (text: string): string => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;

const elementsOf = (elements: Readonly<Record<string, string>>): string =>
  Object.entries(elements)
    .map(([name, text]) => `<${name}>${cdata(text)}</${name}>`)
    .join("\n");

export const anItem = ({ type, id, elements = {}, meta = [], terms = [] }: Item): string => {
  const own = {
    title: `${type} ${id}`,
    link: `https://old.example/${type}/${id}/`,
    "dc:creator": "ann",
    "content:encoded": "",
    "excerpt:encoded": "",
    "wp:post_id": String(id),
    "wp:post_date": "2031-03-02 10:15:00",
    "wp:post_date_gmt": "2031-03-02 09:15:00",
    "wp:post_name": `${type}-${id}`.replaceAll("_", "-"),
    "wp:status": "publish",
    "wp:post_parent": "0",
    "wp:menu_order": "0",
    "wp:post_type": type,
    "wp:post_password": "",
    ...elements,
  };
  return [
    "<item>",
    elementsOf(own),
    ...terms.map(
      ([domain, slug, name]) => `<category domain="${domain}" nicename="${slug}">${cdata(name)}</category>`,
    ),
    ...meta.map(
      ([key, value]) =>
        `<wp:postmeta>\n${elementsOf({ "wp:meta_key": key, "wp:meta_value": value })}\n</wp:postmeta>`,
    ),
    "<wp:comment><wp:comment_id>1</wp:comment_id><wp:commentmeta><wp:meta_key>_EventCost</wp:meta_key>",
    "<wp:meta_value>99</wp:meta_value></wp:commentmeta></wp:comment></item>",
  ].join("\n");
};

export const anEventItem = (id: number | string, item: Partial<Item> = {}): string =>
  anItem({
    type: "tribe_events",
    id,
    ...item,
    meta: [
      ["_EventStartDate", "2031-05-16 20:30:00"],
      ["_EventEndDate", "2031-05-16 23:00:00"],
      ["_EventTimezone", "Europe/Rome"],
      ...(item.meta ?? []),
    ],
  });

export const anAuthor = (id: number, login: string, name: string): string =>
  `<wp:author>${elementsOf({ "wp:author_id": String(id), "wp:author_login": login, "wp:author_display_name": name })}</wp:author>`;

export const aTerm = (id: number, slug: string, name: string, parent = ""): string =>
  `<wp:term>${elementsOf({
    "wp:term_id": String(id),
    "wp:term_taxonomy": "tribe_events_cat",
    "wp:term_slug": slug,
    "wp:term_parent": parent,
    "wp:term_name": name,
    "wp:term_description": `About ${name}`,
  })}</wp:term>`;

export const aTag = (id: number, slug: string, name: string): string =>
  `<wp:tag>${elementsOf({ "wp:term_id": String(id), "wp:tag_slug": slug, "wp:tag_name": name })}</wp:tag>`;

export interface Export {
  readonly version?: string;
  readonly site?: string;
  readonly parts: readonly string[];
}

/** Returns the text of a WordPress export file. */
export const anExport = ({ version = "1.2", site = "https://old.example", parts }: Export): string =>
  `<?xml version="1.0" encoding="UTF-8" ?>
<!-- This is a WordPress eXtended RSS file. -->
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/${version}/">
<channel>
  <title>The old site</title>
  <link>${site}</link>
  <wp:wxr_version>${version}</wp:wxr_version>
  <wp:base_site_url>${site}</wp:base_site_url>
  <wp:base_blog_url>${site}</wp:base_blog_url>
  ${parts.join("\n")}
</channel>
</rss>
`;
