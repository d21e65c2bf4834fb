import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import type { Image } from "@kalends/core";
import { anImage } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { aPicture } from "../http/pictures.ts";
import { createPlace, type Place } from "./kalends-process.ts";

describe("images on the command line", function () {
  this.timeout(60_000);
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(place.directory, path)), { recursive: true });
    writeFileSync(join(place.directory, path), content);
  };
  const imagesIn = async (): Promise<readonly Image[]> => {
    const store = await openSqliteStore(join(place.directory, "kalends.db"));
    try {
      return await store.images.readAfter(0, 100);
    } finally {
      await store.close();
    }
  };

  describe("of list pages", () => {
    let picture: Buffer;
    let host: Server;
    let origin: string;
    let requests: number;

    before(async () => {
      picture = await aPicture(200, 200);
      host = createServer((request, response) => {
        requests += 1;
        if (request.url !== "/hall.png") response.writeHead(404).end();
        else response.writeHead(200, { "content-type": "image/png" }).end(picture);
      });
      await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
      origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    });
    beforeEach(() => {
      requests = 0;
      const record = {
        author: "1",
        status: "publish",
        date: "2030-01-01 10:00:00",
        date_utc: "2030-01-01 10:00:00",
        modified: "2030-01-01 10:00:00",
        modified_utc: "2030-01-01 10:00:00",
      };
      const venues = ["hall", "gone"].map((name, index) => ({
        ...record,
        id: index + 1,
        global_id: `old.example?id=${index + 1}`,
        venue: name,
        slug: name,
        image: { id: index + 8, url: `${origin}/${name}.png`, extension: "png" },
      }));
      write("page.json", JSON.stringify({ venues }));
    });
    after(async () => {
      host.closeAllConnections();
      await new Promise((resolve) => host.close(resolve));
    });

    it("come along; one that cannot be had stays where it is, and is asked for again", async () => {
      const allowed = { KALENDS_IMAGE_ALLOW_HOSTS: "127.0.0.1" };
      const first = await place.run(["import", "page.json"], allowed);
      expect(first.code, first.errors).to.equal(1);
      expect(first.output).to.match(
        /^2 of 2 records are here\. 1 image could not be fetched and is not here: /,
      );
      expect(first.output).to.include("images: 1 added, 0 already there, 1 failed");
      expect(first.errors).to.include(
        `"gone", page.json, record 1: the image ${origin}/gone.png was not copied: image-unreachable (its server does not return the file: try the address in a browser)`,
      );
      const [hall, gone] = await imagesIn();
      expect(hall).to.include({ id: 8, sourceUrl: `${origin}/hall.png`, width: 200, mimeType: "image/png" });
      expect(hall?.url).to.match(/^\d{4}\/\d\d\/hall-8-[0-9a-f]{16}\.png$/);
      expect(readFileSync(join(place.directory, "kalends-media", hall?.url ?? ""))).to.deep.equal(picture);
      expect(Object.keys(hall?.sizes ?? {})).to.deep.equal(["thumbnail"]);
      expect(gone?.url).to.equal(`${origin}/gone.png`);
      const before = requests;
      const second = await place.run(["import", "page.json"], allowed);
      expect(second.output).to.include("images: 0 added, 1 already there, 1 failed");
      expect(requests - before).to.equal(1);

      const verified = await place.run(["verify", "page.json", "--report", "verify.html"]);
      expect(verified.code, verified.errors).to.equal(0);
      expect(verified.output).to.match(
        /^2 of 2 records are equal\. 1 image is only at the old site, and would be lost with it: /,
      );
      const line = `its image is only at the old site: ${origin}/gone.png`;
      expect(verified.output)
        .to.match(new RegExp(`^venues 2 "gone": ${line}`, "m"))
        .and.not.include("hall.png");
      expect(readFileSync(join(place.directory, "verify.html"), "utf8")).to.include(line);
    });

    it("stay where they are when that is wanted, or their hosts are in the own network", async () => {
      const { code, errors, output } = await place.run(["import", "--no-images", "page.json"]);
      expect({ code, errors }).to.deep.equal({ code: 0, errors: "" });
      expect(output).to.match(/^2 of 2 records are here\. 2 images are left at the source on purpose\./);
      const refused = await place.run(["import", "page.json"]);
      expect(refused.code).to.equal(1);
      expect(refused.output).to.match(/^2 of 2 records are here\. 2 images could not be fetched and are not/);
      expect(refused.errors).to.include("forbidden-address").and.include("KALENDS_IMAGE_ALLOW_HOSTS");
      expect(requests).to.equal(0);
      expect(existsSync(join(place.directory, "kalends-media"))).to.equal(false);
    });
  });

  it("of an archive are taken only from the archive, as large as it says", async () => {
    const url = "2031/03/a-1-x.png";
    const images = [
      anImage({ id: 1, url, fileSize: 5 }),
      anImage({ id: 2, url: "../../etc/passwd.png" }),
      anImage({ id: 3, url: "/etc/passwd" }),
      anImage({ id: 4, url: "2031/03/large.png", fileSize: 3 }),
      anImage({ id: 5, url: "2031/03/link.png" }),
      anImage({ id: 6, url: "2031/linked/b.png" }),
      anImage({ id: 7, url: "2031/03/lost.png" }),
      anImage({ id: 8, url: "2031/03/folder.png" }),
      { ...anImage({ id: 9 }), sizes: { small: { url: 7 } } },
    ];
    for (const aggregate of ["accounts", "terms", "venues", "organizers", "events"])
      write(`archive/${aggregate}.jsonl`, "");
    write("archive/images.jsonl", images.map((image) => `${JSON.stringify(image)}\n`).join(""));
    const sequences = { record: 9, term: 0, account: 0 };
    write("archive/archive.json", JSON.stringify({ format: "kalends-archive", version: 2, sequences }));
    write(`archive/media/${url}`, "bytes");
    write("archive/media/2031/03/large.png", "more than three");
    write("outside/b.png", "secret");
    symlinkSync(
      join(place.directory, "outside/b.png"),
      join(place.directory, "archive/media/2031/03/link.png"),
    );
    symlinkSync(join(place.directory, "outside"), join(place.directory, "archive/media/2031/linked"));
    mkdirSync(join(place.directory, "archive/media/2031/03/folder.png"));

    const { code, output, errors } = await place.run(["import", "archive"]);
    expect(code).to.equal(1);
    expect(output).to.include("images: 2 added");
    expect((await imagesIn()).map(({ id }) => id)).to.deep.equal([1, 7]);
    for (const line of [
      "record 1: the member url",
      "record 2: the member url",
      "record 3: the file 2031/03/large.png does not have the size",
      "record 4: the file 2031/03/link.png is a link",
      "record 5: the file 2031/linked/b.png is a link",
      "the archive lacks the file 2031/03/lost.png",
      "record 7: 2031/03/folder.png is not a file",
      "record 8: the member sizes",
    ]) {
      expect(errors).to.include(line);
    }
    expect(readFileSync(join(place.directory, "kalends-media", url), "utf8")).to.equal("bytes");
    expect((await place.run(["import", "archive"])).output).to.include("images: 0 added, 2 already there");

    write("kalends-media/2031/04/lost-3.png", "lost");
    expect((await place.run(["sweep", "--wait", "0"])).output).to.equal("Removed 1 file.\n");
    expect(existsSync(join(place.directory, "kalends-media", url))).to.equal(true);
  });
});
