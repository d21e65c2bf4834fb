const common = require("../../.mocharc.cjs");

// Fast tests, which developers run after each change. The folder of a test decides its set; repetitions
// behind a locale are in the rest.
module.exports = {
  ...common,
  spec: "test/dist/{http,stores,unit}/**/*.test.js",
  grep: "^(?!.* under /fr)",
};
