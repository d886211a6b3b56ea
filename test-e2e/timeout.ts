import { jest } from "@jest/globals";

// A hook starts or stops a complete stack, and some faults last 20 s.
jest.setTimeout(180_000);
