import config from "../../jest.config.mjs";

/** The configuration of the unit tests, in which one file of the sources is replaced (run-jest.ts). */
const { displayName: _name, transform, ...unit } = config.projects.find(({ displayName }) => displayName === "unit");
const [[files, [_transformer, options]]] = Object.entries(transform);

export default {
  ...unit,
  testTimeout: config.testTimeout,
  transform: { [files]: [`${import.meta.dirname}/replacing-transform.ts`, options] },
  testSequencer: `${import.meta.dirname}/given-order.ts`,
  setupFiles: [`${import.meta.dirname}/property-settings.ts`],
};
