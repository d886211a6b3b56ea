import fc from "fast-check";
import { readJestTask } from "./jest-task.ts";

// Stops at the first counterexample, which is enough to kill a mutant. Finding the smallest one takes longer.
fc.configureGlobal({ seed: readJestTask().seed, endOnFailure: true });
