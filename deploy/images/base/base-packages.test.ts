import { expect, test } from "@jest/globals";
import { PACKAGE_NAMES, readBasePackages, SUITE } from "./base-packages.ts";
import { readPrintedUris } from "./pin-base-packages.ts";

test("every package of the base is pinned by version and hash, in the stable suite", () => {
  const { suite, packages } = readBasePackages();
  expect(suite).toBe(SUITE);
  expect(packages.map(({ name }) => name)).toEqual([...PACKAGE_NAMES].sort());
  for (const { version } of packages) expect(version).toMatch(/^[0-9][\w.+~:-]*$/);
});

test("addresses that apt prints are read with the package's name, version and hash", () => {
  const hash = "ab".repeat(32);
  const printed = `Reading...
'http://mirror.test/libstdc%2b%2b6_14.2.0-19_amd64.deb' libstdc++6_14.2.0-19_amd64.deb 713628 SHA256:${hash}
'http://mirror.test/tzdata_2026a.deb' tzdata_1%3a2026a-0+deb13u1_all.deb 12 SHA256:${hash}
'http://mirror.test/old.deb' old_1_all.deb 12 MD5Sum:ab
`;
  expect(readPrintedUris(printed)).toEqual([
    { name: "libstdc++6", version: "14.2.0-19", sha256: hash },
    { name: "tzdata", version: "1:2026a-0+deb13u1", sha256: hash },
  ]);
});
