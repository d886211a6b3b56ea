import { setTimeout as sleep } from "node:timers/promises";
import { type PreparedCall, send } from "./prepared-call.ts";

/** The requests per second: nine tenths of the default rate limit, which all users of an installation share. */
const PER_SECOND = 45;
const SLICE_SECONDS = 5;

export interface Times {
  readonly ours: readonly number[];
  readonly floor: readonly number[];
}

/**
 * Sends 45 requests a second to two servers for some seconds, and returns their response times in milliseconds. The
 * servers take turns after short periods, so that other work on the machine affects both.
 */
export async function steadyTimes(ours: PreparedCall, floor: PreparedCall, seconds: number): Promise<Times> {
  const times = { ours: [] as number[], floor: [] as number[] };
  for (let done = 0; done < seconds; done += SLICE_SECONDS) {
    await sendSteadily(floor, Math.min(SLICE_SECONDS, seconds - done), times.floor);
    await sendSteadily(ours, Math.min(SLICE_SECONDS, seconds - done), times.ours);
  }
  return times;
}

async function sendSteadily(call: PreparedCall, seconds: number, into: number[]): Promise<void> {
  const began = performance.now();
  const sending: Promise<void>[] = [];
  for (let n = 0; n < seconds * PER_SECOND; n += 1) {
    const early = began + (n * 1_000) / PER_SECOND - performance.now();
    if (early > 0) await sleep(early);
    sending.push(timed(call, into));
  }
  await Promise.all(sending);
}

async function timed(call: PreparedCall, into: number[]): Promise<void> {
  const began = performance.now();
  await send(call);
  into.push(performance.now() - began);
}
