// These files share one stack, because writing the images and starting a stack take longer than their tests. The first
// file must be the first, because it counts all requests and items. The last file stops all processes.
import "./production.ts";
import "./observability.ts";
import "./stopping.ts";
