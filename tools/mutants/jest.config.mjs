import config from "../../jest.config.mjs";

/**
 * The configuration of the unit tests that `run-jest.ts` runs. If the task names a file to replace, `replace-source.ts`
 * replaces it in these tests.
 */
const { displayName: _name, ...unit } = config.projects.find(({ displayName }) => displayName === "unit");

export default {
  ...unit,
  testTimeout: config.testTimeout,
  testSequencer: `${import.meta.dirname}/given-order.ts`,
  setupFilesAfterEnv: [`${import.meta.dirname}/replace-source.ts`, `${import.meta.dirname}/property-settings.ts`],
};
