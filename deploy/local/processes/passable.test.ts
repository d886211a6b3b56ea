import { expect, test } from "@jest/globals";
import { cacheFolder } from "../fetching/cache-folder.ts";
import { engineUser, isPassable } from "./passable.ts";

const modes: Record<string, number> = { "/": 0o755, "/root": 0o700, "/var": 0o755, "/var/cache": 0o755 };
const modeOf = (folder: string) => modes[folder];
const passable = (path: string) => isPassable(path, modeOf);

test("a folder is passable when every existing folder above it is", () => {
  expect(passable("/var/cache/new/deep")).toBe(true);
  expect(passable("/root/.cache/new")).toBe(false);
});

test("only root needs another user for the engines", () => {
  expect(engineUser(1_000)).toBeUndefined();
  expect(engineUser(0)).toEqual({ uid: 65_534, gid: 65_534 });
});

test("the cache is the user's own, or for root one that others can enter", () => {
  expect(cacheFolder({ XDG_CACHE_HOME: "/root/cache" }, false, passable)).toBe("/root/cache/network-access-service");
  expect(cacheFolder({ XDG_CACHE_HOME: "/root/cache" }, true, passable)).toBe("/var/cache/network-access-service");
  expect(cacheFolder({ XDG_CACHE_HOME: "/var/mine" }, true, passable)).toBe("/var/mine/network-access-service");
});
