// These test files share one stack, because writing the images and starting a stack take longer than the tests. The
// order matters: `production.ts` counts all requests and items, so it must come first. `stopping.ts` stops all
// processes, so it must come last.
import "./production.ts";
import "./observability.ts";
import "./stopping.ts";
