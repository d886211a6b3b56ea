import { Redis } from "ioredis";
import { until } from "../servers/until.ts";
import { type OwnRedis, startOwnRedis } from "./own-redis.ts";

/** Two Redis servers of a test: a primary and its replica. */
export interface RedisPair {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** A connection to the first server, whatever its role is. */
  readonly primary: Redis;
  /**
   * Makes the first server a primary without data. Makes the second server a replica of the first, and waits until the
   * replica is up to date.
   */
  reset(): Promise<void>;
  /**
   * Waits until the second server has received all writes, and then makes the second server the primary. The first
   * server becomes its replica.
   */
  switchOver(): Promise<void>;
  /** The first server becomes a primary again. */
  switchBack(): Promise<void>;
  stop(): Promise<void>;
}

interface Server {
  readonly own: OwnRedis;
  readonly redis: Redis;
}

export async function startRedisPair(): Promise<RedisPair> {
  const [first, second] = await Promise.all([startServer(), startServer()]);
  return {
    primaryUrl: first.own.url,
    replicaUrl: second.own.url,
    primary: first.redis,
    async reset() {
      await promote(first);
      await first.redis.flushall();
      await follow(second, first);
      await until("the replica is up to date", async () =>
        (await second.redis.info("replication")).includes("master_link_status:up"),
      );
    },
    async switchOver() {
      // WAIT covers the last write of its own connection and all earlier writes of any connection. This connection
      // therefore writes a value first, so that WAIT also covers newer writes of other connections.
      await first.redis.set("last", "write");
      if ((await first.redis.wait(1, 60_000)) !== 1) throw new Error("the replica did not receive the last write");
      await promote(second);
      await follow(first, second);
    },
    async switchBack() {
      await promote(first);
    },
    async stop() {
      for (const { own, redis } of [first, second]) {
        redis.disconnect();
        await own.stop();
      }
    },
  };
}

async function startServer(): Promise<Server> {
  const own = await startOwnRedis();
  const redis = new Redis(own.url);
  // By default, a primary waits some seconds before it sends its data to a new replica, in case more replicas connect.
  // Zero turns this wait off.
  await redis.config("SET", "repl-diskless-sync-delay", "0");
  return { own, redis };
}

const promote = ({ redis }: Server) => redis.replicaof("NO", "ONE");
const follow = ({ redis }: Server, { own }: Server) => redis.replicaof("127.0.0.1", Number(new URL(own.url).port));
