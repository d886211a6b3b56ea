/**
 * The five projects. `unit` needs nothing, `programs` fetches the programs that it runs, `engines` needs real engines,
 * and `e2e` and `faults` need complete stacks.
 */
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
  // Jest follows the links to workspace packages. Their real paths are outside of node_modules, so their TypeScript is
  // transformed.
  transformIgnorePatterns: ["/node_modules/"],
};

export default {
  // Only a test that hangs reaches this time limit, even on a busy machine.
  testTimeout: 300_000,
  // Tests of engines mostly wait, so three of them fill two cores.
  maxWorkers: 3,
  // A worker keeps the modules of every test file that it has run. At 2 GB, collecting garbage takes most of its time,
  // so Jest replaces a worker that exceeds this limit.
  workerIdleMemoryLimit: "1GB",
  projects: [
    {
      ...base,
      displayName: "unit",
      testMatch: ["<rootDir>/{gateway,services,libs,deploy,tools,docs}/**/*.test.ts"],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, "\\.(engines|programs)\\.test\\.ts$"],
    },
    {
      ...base,
      displayName: "programs",
      testMatch: ["<rootDir>/deploy/**/*.programs.test.ts"],
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
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, "/test-e2e/faults/"],
      setupFilesAfterEnv: ["<rootDir>/test-e2e/timeout.ts"],
    },
    {
      ...base,
      displayName: "faults",
      testMatch: ["<rootDir>/test-e2e/faults/*.test.ts"],
      setupFilesAfterEnv: ["<rootDir>/test-e2e/timeout.ts"],
    },
  ],
};
