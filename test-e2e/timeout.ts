import { jest } from "@jest/globals";

// Starting and stopping a complete stack in hooks takes minutes on a busy machine, and some tests inject a fault for 20
// s.
jest.setTimeout(480_000);
