/** Three projects: `unit` needs nothing, `engines` needs real engines, `e2e` a whole stack. */
const base = {
  rootDir: import.meta.dirname,
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2024" }, module: { type: "es6" }, sourceMaps: "inline" },
    ],
  },
  testPathIgnorePatterns: ["/node_modules/", "/\\.data/"],
  modulePathIgnorePatterns: ["/\\.data/"],
  // Workspace packages are TypeScript and must be transformed: jest sees their real paths, outside node_modules.
  transformIgnorePatterns: ["/node_modules/"],
};

export default {
  // Property tests on a busy machine take longer than they should have to.
  testTimeout: 60_000,
  maxWorkers: 2,
  projects: [
    {
      ...base,
      displayName: "unit",
      testMatch: ["<rootDir>/{gateway,services,libs,deploy,tools,docs}/**/*.test.ts"],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, "\\.engines\\.test\\.ts$"],
    },
    {
      ...base,
      displayName: "engines",
      testMatch: ["<rootDir>/{gateway,services,libs,deploy,tools}/**/*.engines.test.ts"],
    },
    {
      ...base,
      displayName: "e2e",
      testMatch: ["<rootDir>/test-e2e/**/*.test.ts"],
      setupFilesAfterEnv: ["<rootDir>/test-e2e/patience.ts"],
    },
  ],
};
