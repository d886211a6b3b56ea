// The imported files use the same stack. The last test of the last file stops all processes of the stack except the
// issuer.
import "./shutdown.ts";
import "./stop-signals.ts";
