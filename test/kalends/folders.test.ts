import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createPlace, type Place } from "./kalends-process.ts";

describe("the folders of the database and of images", function () {
  this.timeout(60_000);
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  it("are created at the start, with those above them", async () => {
    const served = await place.serve({
      KALENDS_STORAGE: "sqlite:./data/2031/kalends.db",
      KALENDS_MEDIA: "./data/images",
    });
    expect(existsSync(join(place.directory, "data/2031/kalends.db"))).to.equal(true);
    expect(statSync(join(place.directory, "data/images")).isDirectory()).to.equal(true);
    expect((await served.end("SIGTERM")).code).to.equal(0);
    const byDefault = await place.serve();
    expect(existsSync(join(place.directory, "kalends-media"))).to.equal(true);
    await byDefault.end("SIGTERM");
  });

  it("are named with the user where they cannot be created", async () => {
    writeFileSync(join(place.directory, "file"), "");
    for (const [environment, purpose] of [
      [{ KALENDS_STORAGE: "sqlite:./file/x/kalends.db" }, "the database"],
      [{ KALENDS_MEDIA: "./file/images" }, "images"],
      // Linux reports that the parent folder does not exist.
      [{ KALENDS_MEDIA: "/proc/file/images" }, "images"],
    ] as const) {
      const { code, output, errors } = await place.run(["serve"], { ...environment, KALENDS_PORT: "0" });
      expect([code, output], errors).to.deep.equal([1, ""]);
      expect(errors).to.match(
        new RegExp(
          `kalends: The folder /.*/file/\\w+ for ${purpose} cannot be created or written by the user \\S+: `,
        ),
      );
    }
  });

  it("are named where there is no calendar, or where something else is", async () => {
    const absent = await place.run(["doctor"]);
    expect([absent.code, absent.output]).to.deep.equal([1, ""]);
    expect(absent.errors)
      .to.include(`there is no file ${join(place.directory, "kalends.db")}`)
      .and.include("KALENDS_STORAGE");
    mkdirSync(join(place.directory, "folder"));
    for (const command of ["serve", "doctor"]) {
      const { code, errors } = await place.run([command], { KALENDS_STORAGE: "sqlite:./folder" });
      expect(code).to.equal(1);
      expect(errors).to.equal(
        `kalends: The storage sqlite:./folder cannot be opened: ${join(place.directory, "folder")} is a folder, not a file.\n`,
      );
    }
  });

  it("make /readyz a 503 while images cannot be kept, which the log explains", async () => {
    const served = await place.serve({ KALENDS_LOG_LEVEL: "warn" });
    const media = join(place.directory, "kalends-media");
    const ask = () => fetch(`${served.origin}/readyz`);
    expect((await ask()).status).to.equal(200);
    renameSync(media, `${media}.away`);
    writeFileSync(media, "not a folder");
    const answer = await ask();
    expect(answer.status).to.equal(503);
    expect(await answer.text()).not.to.include("kalends-media");
    renameSync(media, `${media}.file`);
    renameSync(`${media}.away`, media);
    expect((await ask()).status).to.equal(200);
    const { errors } = await served.end("SIGTERM");
    expect(errors).to.match(/The folder \/.*kalends-media for images cannot be written/);
  });
});
