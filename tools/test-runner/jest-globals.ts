import { ModernFakeTimers } from "@jest/fake-timers";
import type * as Jest from "@jest/globals";
import { ModuleMocker } from "jest-mock";

const NAMES = ["test", "it", "expect", "describe", "beforeAll", "afterAll", "beforeEach", "afterEach"] as const;

/** Where Jest reads the time limit of {@link jest.setTimeout}. */
const TIME_LIMIT = Symbol.for("TEST_TIMEOUT_SYMBOL");
/** Where Jest keeps the event handlers of a test file. If they stayed there, they would also run for the next file. */
const HANDLERS = Symbol.for("EVENT_HANDLERS");

const mocker = new ModuleMocker(globalThis);
const config = { fakeTimers: {} } as ConstructorParameters<typeof ModernFakeTimers>[0]["config"];
const clock = new ModernFakeTimers({ config, global: globalThis });
let globals: Readonly<Record<string, object>> = {};

/** Sets the functions with which the next test file declares its tests. */
export function setGlobals(ofFile: Readonly<Record<string, object>>): void {
  globals = ofFile;
}

/** Undoes what a test file has changed for the whole process through {@link jest}, and what Jest has added for the file. */
export function restoreProcess(): void {
  mocker.restoreAllMocks();
  clock.useRealTimers();
  Reflect.deleteProperty(globalThis, TIME_LIMIT);
  Reflect.deleteProperty(globalThis, HANDLERS);
}

/** Returns a function that calls the function of the current test file. */
function delegate(name: string): object {
  const current = () => Object(globals[name]);
  return new Proxy(() => {}, {
    apply: (_, self, args) => Reflect.apply(current(), self, args),
    get: (_, key) => Reflect.get(current(), key),
  });
}

/**
 * Functions that call those of the current test file. Jest makes new functions for each test file, but a module that
 * uses them is loaded once for several test files.
 */
const delegates = {} as Pick<typeof Jest, (typeof NAMES)[number]>;
for (const name of NAMES) Reflect.set(delegates, name, delegate(name));
export const { test, it, expect, describe, beforeAll, afterAll, beforeEach, afterEach } = delegates;

/** The functions of Jest's own `jest` object that tests of this project use. */
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
