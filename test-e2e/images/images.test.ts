// Writing the images and starting a stack take longer than the tests of these files, so they share one stack. The last
// file stops it.
import "./production.ts";
import "./observability.ts";
import "./stopping.ts";
