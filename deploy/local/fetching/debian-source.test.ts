import { expect, test } from "@jest/globals";
import { downloads } from "./debian-packages.ts";
import { debianMirror, securityMirror } from "./debian-source.ts";

const FETCHED = [
  "http://mirror.test/debian-security/|Debian-Security|main|bookworm-security",
  "http://mirror.test/other/|Other|main|stable",
  "http://mirror.test/debian/|Debian|main|bookworm",
].join("\n");

test("the mirror is the one that carries the main Debian archive", () => {
  expect(debianMirror(FETCHED, true)).toBe("http://mirror.test/debian/");
});

test("on a Debian system that never fetched its lists the first repository except security is used", () => {
  const unknown = "http://a.test/sec/|$(LABEL)|main|trixie-security\nhttp://a.test/debian/|$(LABEL)|main|trixie\n";
  expect(debianMirror(unknown, true)).toBe("http://a.test/debian/");
  expect(debianMirror(unknown, false)).toBeUndefined();
});

test("the mirror of security updates is recognized by its label, or by its suite before lists were fetched", () => {
  expect(securityMirror(FETCHED)).toBe("http://mirror.test/debian-security/");
  expect(securityMirror("http://a.test/sec/|$(LABEL)|main|trixie-security\n")).toBe("http://a.test/sec/");
  expect(securityMirror("http://a.test/debian/|Debian|main|trixie\n")).toBeUndefined();
});

test("a system of another distribution has no mirror", () => {
  expect(debianMirror("http://a.test/ubuntu/|Ubuntu|main|noble\n", false)).toBeUndefined();
  expect(debianMirror("", true)).toBeUndefined();
});

test("the list of downloads is read with sizes", () => {
  const printed =
    "'http://a.test/v.deb' valkey_9%3a1_amd64.deb 64600 SHA256:ab\n'http://a.test/l.deb' libc6_2_amd64.deb 12 SHA256:cd\n";
  expect(downloads(printed)).toEqual([
    { file: "valkey_9%3a1_amd64.deb", size: 64_600 },
    { file: "libc6_2_amd64.deb", size: 12 },
  ]);
});
