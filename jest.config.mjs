/**
 * The settings that all five Jest projects share. `unit` needs nothing, `programs` fetches the programs that it runs,
 * `engines` needs real MongoDB, OpenSearch and Redis, and `e2e` and `faults` need complete stacks.
 */
const base = {
  rootDir: import.meta.dirname,
  testEnvironment: "node",
  // Node removes the types itself.
  transform: {},
  testRunner: "<rootDir>/tools/test-runner/native-runner.ts",
  testPathIgnorePatterns: ["/node_modules/", "/\\.data/"],
  modulePathIgnorePatterns: ["/\\.data/"],
};

export default {
  // Only a test that hangs reaches this time limit, even on a busy machine.
  testTimeout: 300_000,
  // Tests with real engines mostly wait, so five workers are needed to keep two cores busy.
  maxWorkers: 5,
  testSequencer: "<rootDir>/tools/test-runner/test-order.ts",
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
