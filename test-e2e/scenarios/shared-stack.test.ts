// A stack takes longer to start than the tests of these files, so they share one.
import "./access.ts";
import "./addresses.ts";
import "./cleanup.ts";
import "./connector.ts";
import "./exact-numbers.ts";
import "./feeds.ts";
import "./groups.ts";
import "./saving.ts";
// This file is the last one, because it saves many change requests, and `saving.ts` reads all of them, two per page.
import "./client-examples.ts";
