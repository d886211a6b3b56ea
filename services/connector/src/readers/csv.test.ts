import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { discovered, exported, findings, refusal, written } from "../../test/read-exports.ts";
import { createCsvReader } from "./csv.ts";
import { type CsvMapping, readCsvMapping } from "./csv-mapping.ts";
import type { UnreadableFile } from "./read-text.ts";

const assets = exported("csv/assets.csv");
const mapping = () => readCsvMapping(exported("csv/assets.yaml"));
const plain: CsvMapping = {
  columns: { id: "id", ips: "ip", name: "name" },
  tags: {},
  constants: { accountId: "a", region: "r", type: "t" },
  delimiter: ",",
};

test("columns become fields, lists of addresses and tags; quotes, line ends and a byte order mark are read right", async () => {
  const { items } = await discovered(createCsvReader(await mapping()), [assets]);
  expect(items).toHaveLength(3);
  expect(items[0]).toEqual({
    accountId: "data-centres",
    region: "berlin",
    type: "server",
    typeName: "server",
    id: "A-1",
    name: "web, first",
    macAddress: "00:1a:2b:3c:4d:5e",
    vendor: "asset-register",
    ips: ["10.70.0.1", "10.70.0.2", "2001:db8:70::1"],
    tags: { owner: "team-web" },
    item: expect.objectContaining({ "Asset ID": "A-1", Notes: 'two\nlines and a "quote"' }),
  });
  expect(items[1]).toMatchObject({ id: "A-2", ips: ["10.70.0.254"] });
});

test("lines that can't be used are reported by number, and a bad address costs only itself", async () => {
  const { items, problems, notes } = await discovered(createCsvReader(await mapping()), [assets]);
  expect(problems).toEqual([
    { message: "has nothing in the column Asset ID", count: 1, examples: ["csv/assets.csv, line 7"] },
    { message: "has 3 columns, but the header has 9", count: 1, examples: ["csv/assets.csv, line 8"] },
  ]);
  expect(items[2]).toMatchObject({ id: "A-3", ips: ["10.71.0.9"] });
  expect(notes).toMatchObject([
    { message: expect.stringContaining('"not-an-address"'), examples: ["csv/assets.csv, line 6"] },
  ]);
});

test("a file with lines that can't be used is not cleaned up by itself", async () => {
  const { cells } = await discovered(createCsvReader(await mapping()), [assets]);
  expect(cells.map(({ partial }) => partial?.ofProblems)).toEqual([true, true, true]);
});

test("what is written is what is read, whatever the values hold and however lines end", async () => {
  const value = fc
    .string({ unit: "grapheme", maxLength: 12 })
    .map((text) => text.replaceAll(/\r/g, "").trim())
    .filter((text) => !text.includes("\u0000"));
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { minLength: 1, maxLength: 8 }),
      fc.constantFrom("\n", "\r\n"),
      async (names, end) => {
        const quoted = names.map((name, index) => `${index},"${name.replaceAll('"', '""')}",10.0.0.${index}`);
        const file = written("made.csv", ["id,name,ip", ...quoted, ""].join(end));
        const found = await findings(createCsvReader(plain), file);
        expect(found).toHaveLength(names.length);
        for (const [index, name] of names.entries())
          expect(found[index]).toMatchObject({
            kind: "item",
            item: { id: `${index}`, name: name === "" ? undefined : name },
          });
      },
    ),
    { numRuns: 50 },
  );
});

test.each([
  ["a missing column", "id,name\n1,x\n", 'has no column "ip", which the mapping names; it has "id", "name"'],
  ["another separator", "id;name;ip\n1;x;y\n", 'seem to be separated by ";": set "delimiter" to it'],
  ["a column twice", "id,name,ip,name\n", 'has the column "name" twice'],
  ["JSON", '[{"id": 1}]', "begins like JSON; expected a CSV with a header"],
  ["an open quote", 'id,name,ip\n1,"x,10.0.0.1\n', "is not valid CSV"],
  ["nothing", "", "is empty"],
  [
    "bytes of another encoding",
    Buffer.from("id,name,ip\n1,Z\xfcrich,10.0.0.1\n", "latin1"),
    "is not UTF-8 text: it has invalid bytes near byte 15",
  ],
])("%s is refused with a reason", async (_, content, words) => {
  expect(await refusal(createCsvReader(plain), [written("list.csv", content)])).toContain(words);
});

test.each([
  [
    "columns:\n  name: 7\n  addres: X\n  ips: {}\nconstants:\n  region: ''\ndelimiter: ';;'\nextra: 1\n",
    [
      "columns.name: is not text; give text, in quotes if it is a number",
      "columns.id: must name the column of the id",
      "columns.ips: give a column or a list of columns",
      "columns.addres: is unknown; check its spelling or remove it",
      "constants.region: must not be empty",
      "delimiter: must be one character",
      "extra: is unknown; check its spelling or remove it",
    ],
  ],
  ["Asset ID,Name", ['the mapping: has no members; give members, such as id: "Asset ID" under columns']],
  ["tags: {}", ['columns: is missing; give members, such as id: "Asset ID" under columns']],
])("every error of a mapping is named at once, with what to change: %j", async (text, errors) => {
  const error = await readCsvMapping(written("mapping.yaml", text)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: "is not a valid mapping" });
  expect((error as UnreadableFile).details.toSorted()).toEqual(errors.toSorted());
});

test("a mapping may be JSON, and one that is not YAML is located", async () => {
  const read = await readCsvMapping(written("mapping.json", { columns: { id: "id" }, delimiter: ";" }));
  expect(read).toMatchObject({ columns: { id: "id" }, delimiter: ";", tags: {} });
  await expect(readCsvMapping(written("bad.yaml", "columns: [\n"))).rejects.toThrow("is not YAML");
});
