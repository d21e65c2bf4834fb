import { expect } from "chai";
import { type ConfigSources, readConfig } from "kalends/internals";

const settingsOf = (sources: Pick<ConfigSources, "environment" | "options"> & Partial<ConfigSources>) => {
  const reading = readConfig({ optionsName: "kalends.config.json", ...sources });
  if ("problems" in reading) throw new Error(reading.problems.join("\n"));
  return new Map(reading.effectiveSettings.map((setting) => [setting.key, setting]));
};

describe("effective settings (rules/status.md#status-configuration)", () => {
  it("name the default, the environment, the file or an option as the origin", () => {
    const sources = {
      environment: { KALENDS_PER_PAGE: "20" },
      options: { perPage: 30, maxPerPage: 100 },
    };
    const inProgram = settingsOf({ ...sources, isStandalone: true });
    expect(inProgram.get("perPage")).to.include({ value: 20, origin: "environment" });
    expect(inProgram.get("maxPerPage")).to.include({ value: 100, origin: "file" });
    expect(inProgram.get("language")).to.include({ value: "en", origin: "default" });
    expect(settingsOf(sources).get("maxPerPage")).to.include({ value: 100, origin: "option" });
  });

  it("show no secret, no credentials and no options of plugins", () => {
    const secret = "a-secret-of-at-least-thirty-two-bytes";
    const settings = settingsOf({
      environment: { KALENDS_STORAGE: `mongodb://ann:${secret}@localhost/calendar`, KALENDS_JWT_KEY: secret },
      options: {
        plugins: [
          { package: "./one", options: { key: secret } },
          { name: "two", options: { key: secret } },
          "three",
        ],
      },
    });
    expect(settings.get("storage")).to.include({ value: "***", isSecret: true });
    expect(settings.get("jwtKey")).to.include({ value: "***", isSecret: true });
    expect(settings.get("plugins")?.value).to.deep.equal(["./one", "two", "three"]);
    expect(JSON.stringify([...settings])).not.to.include(secret);
  });
});
