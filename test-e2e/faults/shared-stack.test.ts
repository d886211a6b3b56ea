// These files share one stack, because each start takes 5 to 20 s.
import "./database.ts";
import "./redis.ts";
import "./worker.ts";
