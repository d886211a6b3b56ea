/**
 * Returns whether traffic to this URL crosses the network unencrypted. This is the case for `http:` URLs, except those
 * with a loopback host.
 */
export function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
