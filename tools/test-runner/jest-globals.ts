import { ModernFakeTimers } from "@jest/fake-timers";
import type * as Jest from "@jest/globals";
import { ModuleMocker } from "jest-mock";

const NAMES = ["test", "it", "expect", "describe", "beforeAll", "afterAll", "beforeEach", "afterEach"] as const;

/** Where Jest reads the time limit of {@link jest.setTimeout}. */
const TIME_LIMIT = Symbol.for("TEST_TIMEOUT_SYMBOL");
/**
 * The property in which Jest keeps the event handlers of a test file. It must be cleared, because the handlers would
 * otherwise run for the next file too.
 */
const HANDLERS = Symbol.for("EVENT_HANDLERS");

const mocker = new ModuleMocker(globalThis);
const config = { fakeTimers: {} } as ConstructorParameters<typeof ModernFakeTimers>[0]["config"];
const clock = new ModernFakeTimers({ config, global: globalThis });
let globals: Readonly<Record<string, object>> = {};

/** Sets the functions with which the next test file declares tests. */
export function setGlobals(ofFile: Readonly<Record<string, object>>): void {
  globals = ofFile;
}

/**
 * Undoes the changes that a test file has made to the whole process through {@link jest}. Removes the event handlers
 * that Jest has registered for the file.
 */
export function restoreProcess(): void {
  mocker.restoreAllMocks();
  clock.useRealTimers();
  Reflect.deleteProperty(globalThis, TIME_LIMIT);
  Reflect.deleteProperty(globalThis, HANDLERS);
}

/** Returns a function that calls the current test file's function with this name. */
function delegate(name: string): object {
  const current = () => Object(globals[name]);
  return new Proxy(() => {}, {
    apply: (_, self, args) => Reflect.apply(current(), self, args),
    get: (_, key) => Reflect.get(current(), key),
  });
}

/**
 * Test functions that stay the same for all test files. Each of them calls Jest's function of the current test file.
 * Jest creates new functions for each test file, but a module that imports test functions may be loaded only once for
 * several files.
 */
const delegates = {} as Pick<typeof Jest, (typeof NAMES)[number]>;
for (const name of NAMES) Reflect.set(delegates, name, delegate(name));
export const { test, it, expect, describe, beforeAll, afterAll, beforeEach, afterEach } = delegates;

/** The functions of Jest's `jest` object that this project's tests use. */
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
  useFakeTimers: clock.useFakeTimers.bind(clock),
  useRealTimers: clock.useRealTimers.bind(clock),
  setSystemTime: clock.setSystemTime.bind(clock),
  advanceTimersByTime: clock.advanceTimersByTime.bind(clock),
  setTimeout: (ms: number) => void Reflect.set(globalThis, TIME_LIMIT, ms),
};
