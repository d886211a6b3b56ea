import { jest } from "@jest/globals";

// A hook starts or stops a complete stack, which takes minutes on a busy machine, and some faults last 20 s.
jest.setTimeout(480_000);
