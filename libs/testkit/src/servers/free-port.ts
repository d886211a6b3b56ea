import { freePort as reserveLocalPort } from "@network-access/local-stack/free-ports";

/**
 * Returns a free loopback port. The local stack reserves it, so tests and a running stack never choose the same port.
 */
export function freePort(): Promise<number> {
  return reserveLocalPort();
}
