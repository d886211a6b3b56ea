// Loading the estate takes longer than the tests of these files, so they share one tool server.
import "./answers.ts";
import "./client-libraries.ts";
import "./refusals.ts";
import "./walk-throughs.ts";
