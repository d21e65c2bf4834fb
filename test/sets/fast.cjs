const common = require("../../.mocharc.cjs");

// Set of fast tests, to run after each change. The folder of a test decides to which set it belongs.
// Repetitions at the address of a locale are in the set of the other tests.
module.exports = {
  ...common,
  spec: "test/dist/{http,stores,unit}/**/*.test.js",
  grep: "^(?!.* under /fr)",
};
