import { expect, test } from "@jest/globals";
import { until } from "@network-access/testkit/until";
import { keepLogLines } from "../../test/log-lines.ts";
import { connectRedis } from "./connect-redis.ts";

const { logger } = keepLogLines();

test.each(["the connection", "one made from it"])(
  "%s ends while it waits to connect anew, and so does what it was asked",
  async (which) => {
    const connection = connectRedis({ redis: { url: "redis://127.0.0.1:1" }, logger, use: "work" });
    const redis = which === "the connection" ? connection : connection.duplicate();
    redis.on("error", () => undefined);
    const asked = redis.ping().catch(String);
    await until("a pause between attempts", () => redis.status === "reconnecting", 5_000);
    connection.disconnect();
    expect(await Promise.race([asked, until("an end", () => false, 2_000).catch(String)])).toMatch(
      /Connection is closed/,
    );
    expect(redis.status).toBe("end");
  },
);
