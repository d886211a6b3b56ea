import { orderIds } from "../judging/model/order-ids.ts";
import type { PreviewCommand, PreviewCommands, PreviewedFlip, PreviewTotals } from "./preview-protocol.ts";
import type { PreviewRunner } from "./preview-runner.ts";

type ShardedCommands = {
  [Kind in PreviewCommand]: (
    parameters: PreviewCommands[Kind]["parameters"],
    signal?: AbortSignal,
  ) => Promise<PreviewCommands[Kind]["result"]>;
};

/** Distributes stored requests over several runners, by the hash of their UUIDs. */
export function createShardedPreviewRunner(shards: readonly PreviewRunner[]): PreviewRunner {
  const shardOf = (uuid: string) => hashOf(uuid) % shards.length;

  function executeAll<Kind extends PreviewCommand>(
    command: Kind,
    parameters: PreviewCommands[Kind]["parameters"],
    signal?: AbortSignal,
  ): Promise<PreviewCommands[Kind]["result"][]> {
    return Promise.all(shards.map((shard) => shard.execute(command, parameters, signal)));
  }

  const commands: ShardedCommands = {
    async begin(parameters, signal) {
      await executeAll("begin", parameters, signal);
      return null;
    },
    async list({ revisions, ...page }, signal) {
      const placesOf: number[][] = shards.map(() => []);
      for (const [place, { changeRequestUuid }] of revisions.entries())
        placesOf[shardOf(changeRequestUuid)]?.push(place);
      const missing = await Promise.all(
        shards.map(async (shard, number) => {
          const places = placesOf[number] ?? [];
          const own = places.flatMap((place) => revisions[place] ?? []);
          const indexes = await shard.execute("list", { ...page, revisions: own }, signal);
          return indexes.flatMap((place) => places[place] ?? []);
        }),
      );
      return missing.flat().sort((a, b) => a - b);
    },
    async load({ texts, ...page }, signal) {
      const textsOf: (typeof texts)[number][][] = shards.map(() => []);
      for (const text of texts) textsOf[shardOf(text.changeRequestUuid)]?.push(text);
      await Promise.all(
        shards.map(async (shard, number) => {
          const own = textsOf[number] ?? [];
          if (own.length > 0) await shard.execute("load", { ...page, texts: own }, signal);
        }),
      );
      return null;
    },
    // A shard whose `select` is done must not be called again. If this function returned after one call for each shard,
    // the caller would repeat the command for all shards, including those that are done. The function therefore repeats
    // the command for each shard until that shard is done.
    async select(parameters, signal) {
      const names = await Promise.all(
        shards.map(async (shard) => {
          const found = [];
          for (let isDone = false; !isDone; ) {
            const selected = await shard.execute("select", parameters, signal);
            found.push(...selected.names);
            isDone = selected.isDone;
          }
          return found;
        }),
      );
      return { names: [...new Map(names.flat().map((name) => [name.reference, name])).values()], isDone: true };
    },
    async judge({ answers, ...page }, signal) {
      await Promise.all(
        shards.map(async (shard) => {
          let left = answers;
          for (let isDone = false; !isDone; left = [])
            ({ isDone } = await shard.execute("judge", { ...page, answers: left }, signal));
        }),
      );
      return { isDone: true };
    },
    async finish(parameters, signal) {
      return sumOf(await executeAll("finish", parameters, signal));
    },
    async missingTexts(parameters, signal) {
      const all = await executeAll("missingTexts", parameters, signal);
      const known = all.filter((hashes) => hashes !== null);
      return known.length < all.length ? null : known.flat();
    },
    async flips(parameters, signal) {
      const parts = await executeAll("flips", parameters, signal);
      const known = parts.filter((part) => part !== null);
      return known.length < parts.length ? null : merge(known, parameters.limit);
    },
    async drop(parameters, signal) {
      await executeAll("drop", parameters, signal);
      return null;
    },
  };

  return {
    async transfer(inputs) {
      await Promise.all(shards.map((shard) => shard.transfer(inputs)));
    },
    execute: (command, parameters, signal) => commands[command](parameters, signal),
  };
}

function sumOf(all: readonly PreviewTotals[]): PreviewTotals {
  const undecided = all.flatMap((one) => one.undecided ?? []).sort((a, b) => orderIds(a.id, b.id));
  return {
    flipped: all.reduce((sum, one) => sum + one.flipped, 0),
    unchanged: all.reduce((sum, one) => sum + one.unchanged, 0),
    undecided: undecided[0] ?? null,
  };
}

function merge(
  parts: readonly NonNullable<PreviewCommands["flips"]["result"]>[],
  limit: number,
): PreviewCommands["flips"]["result"] {
  // If a shard has more flips than it returned, its next flip may sort before flips of other shards. The merged list
  // must therefore not go beyond the last flip that this shard returned. If there are several such shards, the lowest
  // of their last flips is the end.
  const ends = parts.flatMap(({ flips, more }) => (more ? (flips.at(-1) ?? []) : [])).sort(byId);
  const [end] = ends;
  const known = parts
    .flatMap(({ flips }) => flips)
    .filter((flip) => end === undefined || byId(flip, end) <= 0)
    .sort(byId);
  const flips = known.slice(0, limit);
  return {
    flips,
    more: end !== undefined || known.length > flips.length,
    totals: sumOf(parts.map(({ totals }) => totals)),
  };
}

function byId(a: PreviewedFlip, b: PreviewedFlip): number {
  return orderIds(a.id, b.id);
}

/** Returns the FNV-1a hash of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
