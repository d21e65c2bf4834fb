const common = require("../../.mocharc.cjs");

// What a person waits for after each change. The folder of a test says to which set it belongs; what is tried once more behind a locale
// waits for the rest.
module.exports = {
  ...common,
  spec: "test/dist/{http,stores,unit}/**/*.test.js",
  grep: "^(?!.* under /fr)",
};
