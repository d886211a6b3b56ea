import { expect, test } from "@jest/globals";
import { writtenFile } from "../test/written-file.ts";
import { readFiles } from "./read-files.ts";

const named = (name: string, content: string | Uint8Array) => ({ name, path: writtenFile("file", content) });

test("texts are read without byte order marks, UTF-16 too", async () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("é", "utf16le")]);
  expect(await readFiles([named("a", "\ufeffone\n"), named("b", utf16)])).toEqual({
    ok: true,
    files: [
      { name: "a", text: "one\n" },
      { name: "b", text: "é" },
    ],
  });
});

test("every file that can't be read is named with why", async () => {
  const files = [
    { name: "absent", path: "/absent/file" },
    { name: "folder", path: import.meta.dirname },
    named("empty", ""),
    named("packed", new Uint8Array([0x1f, 0x8b, 8])),
    named("latin", new Uint8Array([0x61, 0xe9, 0x0a])),
    named("good", "text"),
  ];
  expect(await readFiles(files)).toEqual({
    ok: false,
    problems: [
      "absent does not exist",
      "folder is a folder; name the files in it",
      "empty is empty",
      "packed is compressed with gzip; unpack it first",
      "latin is not UTF-8 text; save it as UTF-8",
    ],
  });
});

test("all files together have at most 32 MiB", async () => {
  const half = named("half", new Uint8Array(16 * 1_024 * 1_024).fill(0x61));
  expect((await readFiles([half, half])).ok).toBe(true);
  expect(await readFiles([half, half, named("more", "x")])).toEqual({
    ok: false,
    problems: ["more is too large: all files together may have 32 MiB"],
  });
});
