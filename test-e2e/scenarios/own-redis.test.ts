// These files stop or empty Redis. They share one stack.
import "./events.ts";
import "./reevaluation.ts";
