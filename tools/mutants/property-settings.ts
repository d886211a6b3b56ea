import fc from "fast-check";
import { readJestTask } from "./jest-task.ts";

// One counterexample is enough to kill a mutant. The smallest one takes longer to find.
fc.configureGlobal({ seed: readJestTask().seed, endOnFailure: true });
