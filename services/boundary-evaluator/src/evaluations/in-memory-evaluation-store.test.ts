import { describeEvaluationStore } from "./evaluation-store.contract.ts";
import { inMemoryEvaluationStore } from "./in-memory-evaluation-store.ts";

describeEvaluationStore("the store in memory", async () => inMemoryEvaluationStore());
