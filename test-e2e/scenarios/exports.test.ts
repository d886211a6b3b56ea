// A stack takes longer to start than most tests of these files, so they share one.
import "./exports-tls.ts";
import "./exports.ts";
