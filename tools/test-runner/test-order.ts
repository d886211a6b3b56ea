import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { default: JestOrder }: typeof import("@jest/test-sequencer") = require("@jest/test-sequencer");

type Tests = Parameters<InstanceType<typeof JestOrder>["sort"]>[0];

/** Sorts test files like Jest, but puts those of the project `faults` first, because they take long and mostly wait. */
export default class TestOrder extends JestOrder {
  override async sort(tests: Tests): Promise<Tests> {
    const rank = ({ context }: Tests[number]) => (context.config.displayName?.name === "faults" ? 0 : 1);
    return (await super.sort(tests)).toSorted((one, other) => rank(one) - rank(other));
  }
}
