import sharp from "sharp";

const [WIDTH, HEIGHT] = [1200, 675];

const gradient = (id: string, ...colours: readonly string[]): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${colours
    .map((colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join("")}</linearGradient>`;

const fill = (id: string, y = 0): string =>
  `<rect y="${y}" width="${WIDTH}" height="${HEIGHT - y}" fill="url(#${id})"/>`;

/** Repeats a part of a drawing. `part` gets the number of the repetition. */
const repeat = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join("");

/** Draws a sailing boat whose hull begins at the point (`x`, `y`). */
const boat = (x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">
    <path d="M0 0h150l-28 34H28z" fill="#27384f"/><rect x="70" y="-190" width="6" height="190" fill="#3b2f2a"/>
    <path d="M66-180V-14H-18z" fill="#fff7ea"/><path d="M82-160v146h74z" fill="#f2d9b8"/></g>`;

const harbour = `<defs>${gradient("sky", "#4b5d92", "#c98a8f", "#f7c98b")}${gradient("sea", "#6b7fa0", "#24405f")}</defs>
  ${fill("sky")}<circle cx="830" cy="395" r="62" fill="#ffe6b0"/>
  <path d="M0 410Q190 330 400 405T820 420T1200 380V430H0z" fill="#5b5a78"/>${fill("sea", 420)}
  ${repeat(16, (at) => `<rect x="${700 + ((at * 53) % 200)}" y="${432 + at * 14}" width="${150 - at * 5}" height="4" rx="2" fill="#ffd79a" opacity=".55"/>`)}
  ${boat(180, 500, 1.15)}${boat(520, 455, 0.55)}${boat(960, 520, 0.85)}`;

const market = `<defs>${gradient("morning", "#bfe3f2", "#f5f3e4")}</defs>${fill("morning")}<rect y="520" width="1200" height="155" fill="#cbb79a"/>
  ${repeat(5, (at) => `<rect x="${20 + at * 240}" y="150" width="200" height="250" fill="${["#e7d3c2", "#d9c1b5", "#efe0c8"][at % 3]}"/><path d="M${10 + at * 240} 150l110-70 110 70z" fill="#a4604a"/>`)}
  ${repeat(3, (stall) => {
    const x = 60 + stall * 390;
    const stripes = repeat(
      6,
      (at) =>
        `<path d="M${x + at * 50} 330h50v70a25 22 0 0 1-50 0z" fill="${at % 2 === 0 ? "#fff" : ["#c8443f", "#3f8f5b", "#3c6fb0"][stall]}"/>`,
    );
    const goods = repeat(
      9,
      (at) =>
        `<circle cx="${x + 30 + at * 30}" cy="${498 - (at % 2) * 14}" r="17" fill="${["#e2762f", "#d94b3d", "#7fae43"][(at + stall) % 3]}"/>`,
    );
    return `<rect x="${x + 8}" y="400" width="8" height="190" fill="#7a5a3e"/><rect x="${x + 284}" y="400" width="8" height="190" fill="#7a5a3e"/>
      ${goods}<rect x="${x}" y="505" width="300" height="70" fill="#9a6f4a"/>${stripes}`;
  })}`;

const museum = `<defs>${gradient("night", "#0e1b3d", "#2d4a7c")}</defs>${fill("night")}
  ${repeat(60, (at) => `<circle cx="${(at * 197) % 1200}" cy="${(at * 83) % 300}" r="${1 + (at % 3) * 0.7}" fill="#fff" opacity=".8"/>`)}
  <rect y="560" width="1200" height="115" fill="#0a1330"/><path d="M250 250L600 110l350 140z" fill="#d8c9ac"/><rect x="250" y="250" width="700" height="34" fill="#c6b596"/>
  ${repeat(7, (at) => `<rect x="${285 + at * 98}" y="284" width="42" height="246" fill="#e9dcc1"/><rect x="${330 + at * 98}" y="310" width="50" height="220" fill="#f6b84f" opacity="${at < 6 ? 0.75 : 0}"/>`)}
  <rect x="220" y="530" width="760" height="32" fill="#b7a684"/>`;

const SCENES = { harbour, market, museum };

export type Scene = keyof typeof SCENES;

/** Draws the image of an event. */
export const drawPoster = (scene: Scene): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${SCENES[scene]}</svg>`,
    ),
  )
    .webp({ quality: 85 })
    .toBuffer();
