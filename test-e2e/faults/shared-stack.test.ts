// A stack takes longer to start than most tests of these files, so they share one.
import "./database.ts";
import "./redis.ts";
import "./worker.ts";
