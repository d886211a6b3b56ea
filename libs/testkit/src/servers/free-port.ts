import { freePort as reserveLocalPort } from "@network-access/local-stack/free-ports";

/**
 * Returns a free loopback port. Tests and the local stack reserve their ports with the same function, so they never
 * choose the same port.
 */
export function freePort(): Promise<number> {
  return reserveLocalPort();
}
