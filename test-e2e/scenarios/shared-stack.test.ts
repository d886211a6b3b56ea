// A stack takes longer to start than the tests of these files, so they share one.
import "./access.ts";
import "./addresses.ts";
import "./cleanup.ts";
import "./connector.ts";
import "./exact-numbers.ts";
import "./feeds.ts";
import "./groups.ts";
import "./saving.ts";
// Saves many change requests, which `saving.ts` would list page by page.
import "./client-examples.ts";
