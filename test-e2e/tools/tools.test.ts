// These files share one tool server, because loading the estate takes longer than their tests.
import "./answers.ts";
import "./client-libraries.ts";
import "./refusals.ts";
import "./walk-throughs.ts";
