// These files share one stack, because starting a stack takes longer than most of their tests.
import "./exports-tls.ts";
import "./exports.ts";
