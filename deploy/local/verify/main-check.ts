import { check, conclude } from "./check.ts";

conclude(await check());
