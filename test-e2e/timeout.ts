import { jest } from "@jest/globals";

// Hooks start and stop complete stacks, which takes minutes on a busy machine. Some tests inject a fault for 20 s.
jest.setTimeout(480_000);
