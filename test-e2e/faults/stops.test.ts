// These files share one stack. The last test stops all of its processes.
import "./shutdown.ts";
import "./stop-signals.ts";
