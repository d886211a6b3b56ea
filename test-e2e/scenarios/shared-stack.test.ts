// These files share one stack, because starting a stack takes longer than their tests.
import "./access.ts";
import "./addresses.ts";
import "./cleanup.ts";
import "./connector.ts";
import "./exact-numbers.ts";
import "./feeds.ts";
import "./groups.ts";
import "./saving.ts";
// `client-examples.ts` must be imported last. It saves many change requests, and `saving.ts` would take longer after
// it, because it reads all change requests, two per page.
import "./client-examples.ts";
