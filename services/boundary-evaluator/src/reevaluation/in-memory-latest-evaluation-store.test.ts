import { inMemoryLatestEvaluationStore } from "./in-memory-latest-evaluation-store.ts";
import { describeLatestEvaluationStore } from "./latest-evaluation-store.contract.ts";

describeLatestEvaluationStore("the store in memory", async () => inMemoryLatestEvaluationStore());
