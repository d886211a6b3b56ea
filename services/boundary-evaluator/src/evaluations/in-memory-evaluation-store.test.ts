import { describeEvaluationStore } from "./evaluation-store.contract.ts";
import { inMemoryEvaluationStore } from "./in-memory-evaluation-store.ts";

describeEvaluationStore("the fake", async () => inMemoryEvaluationStore());
