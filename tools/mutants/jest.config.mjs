import config from "../../jest.config.mjs";

/** The unit tests, with one file of the sources replaced (see run-jest.ts). */
const { displayName: _name, transform, ...unit } = config.projects.find(({ displayName }) => displayName === "unit");
const [[files, [_transformer, options]]] = Object.entries(transform);

export default {
  ...unit,
  testTimeout: config.testTimeout,
  transform: { [files]: [`${import.meta.dirname}/replacing-transform.ts`, options] },
  testSequencer: `${import.meta.dirname}/given-order.ts`,
  setupFiles: [`${import.meta.dirname}/property-settings.ts`],
};
