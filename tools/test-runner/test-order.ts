import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { default: JestOrder }: typeof import("@jest/test-sequencer") = require("@jest/test-sequencer");

type Tests = Parameters<InstanceType<typeof JestOrder>["sort"]>[0];

/**
 * The order of test files: those of the project `faults` first, because they take long and mostly wait. Jest orders the
 * others, by their last duration or their size.
 */
export default class TestOrder extends JestOrder {
  override async sort(tests: Tests): Promise<Tests> {
    const isFirst = ({ context }: Tests[number]) => context.config.displayName?.name === "faults";
    const { first = [], later = [] } = Object.groupBy(await super.sort(tests), (one) =>
      isFirst(one) ? "first" : "later",
    );
    return [...first, ...later];
  }
}
