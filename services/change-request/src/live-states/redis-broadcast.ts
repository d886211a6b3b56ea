import { connectRedis, isDown, type RedisSettings } from "@network-access/service-runtime/connect-redis";
import { withDeadline } from "@network-access/service-runtime/deadline";
import type { Logger } from "@network-access/service-runtime/logger";
import { counter } from "@network-access/service-runtime/metrics";
import { parseJson } from "@network-access/service-runtime/parse-json";
import type { Part } from "@network-access/service-runtime/part";
import { createPeriodic } from "@network-access/service-runtime/periodic";
import type { z } from "zod";

const messages = counter({
  name: "broadcast_messages_total",
  help: "Messages between the replicas of a service; a lost one only causes delay",
  labels: ["channel", "outcome"],
});

/**
 * Sends messages over Redis pub/sub to every process of a service, including the sender. Nothing is stored, and any
 * message may be lost.
 */
export interface Broadcast<Payload> extends Part {
  /** Does not throw and does not wait. */
  publish(payload: Payload): void;
}

/**
 * Creates a broadcast, which receives messages after `start` is called. It subscribes again after a lost connection and
 * every `renewEveryMs`. The periodic renewal is necessary because a connection may be lost without an error, or the
 * server may have become a replica. Messages that do not match `payload` are counted and dropped.
 */
export function createBroadcast<Payload>(options: {
  /** Must not contain ":". */
  readonly channel: string;
  readonly payload: z.ZodType<Payload>;
  readonly onMessage: (payload: Payload) => void;
  readonly redis: RedisSettings;
  readonly prefix: string;
  readonly logger: Logger;
  /** Defaults to 10,000. */
  readonly renewEveryMs?: number;
}): Broadcast<Payload> {
  const { channel, payload, onMessage, redis, prefix, logger, renewEveryMs = 10_000 } = options;
  const fullName = `${prefix}:${channel}`;
  for (const outcome of ["sent", "lost", "heard", "foreign"]) messages.inc({ channel, outcome }, 0);
  const count = (outcome: "sent" | "lost" | "heard" | "foreign") => messages.inc({ channel, outcome });
  const sender = connectRedis({ redis, logger, use: "send" });
  const listener = connectRedis({ redis, logger, use: "send" });

  listener.on("ready", () => {
    // If subscribing fails, the next renewal subscribes again.
    listener.subscribe(fullName).catch(() => undefined);
  });
  listener.on("message", (_, text) => {
    const parsed = payload.safeParse(parseJson(text));
    count(parsed.success ? "heard" : "foreign");
    if (parsed.success) onMessage(parsed.data);
  });
  const renewal = createPeriodic({
    name: `listen to ${channel}`,
    everyMs: renewEveryMs,
    logger,
    async task() {
      if (listener.status !== "ready") return;
      try {
        await withDeadline(`subscribing to ${channel}`, 2_000, () => listener.subscribe(fullName));
        // If the server has become a replica, it still accepts messages but delivers them only to its own subscribers.
        // A replica refuses writes, so this write detects it.
        if (sender.status === "ready") await withDeadline("a write", 2_000, () => sender.del(`${fullName}:none`));
      } catch (error) {
        logger.warn({ err: error, channel }, "messages can't be received; the next subscription makes up for them");
        listener.disconnect(true);
      }
    },
  });

  return {
    name: `broadcast ${channel}`,
    publish(message) {
      if (isDown(sender)) return count("lost");
      sender.publish(fullName, JSON.stringify(message)).then(
        () => count("sent"),
        () => count("lost"),
      );
    },
    start: () => renewal.start(),
    async stop() {
      await renewal.stop();
      sender.disconnect();
      listener.disconnect();
    },
  };
}
