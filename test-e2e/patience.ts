import { jest } from "@jest/globals";

// A whole stack starts and stops within one hook, and some faults last 20 s.
jest.setTimeout(180_000);
