// Writing the images and starting a stack take longer than the tests of these files, so they share one stack. The last
// file stops all processes. The first file counts all requests and items, so it comes before the others.
import "./production.ts";
import "./observability.ts";
import "./stopping.ts";
