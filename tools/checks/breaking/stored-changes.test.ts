import { expect, test } from "@jest/globals";
import { storedChanges } from "./stored-changes.ts";

const breaksOf = (before: object, after: object) => storedChanges(JSON.stringify(before), JSON.stringify(after)).breaks;
const committed = {
  indexes: [{ name: "uuid_1", key: [["uuid", 1]], unique: true }],
  documents: [
    { _id: "a", uuid: "1", evaluation: { wanted: 1, done: 0 }, rules: [{ action: "Allow" }] },
    { _id: { owner: "b" }, uuid: "2" },
  ],
};
const change = (edit: (copy: ReturnType<typeof JSON.parse>) => void) => {
  const copy = JSON.parse(JSON.stringify(committed));
  edit(copy);
  return copy;
};

test("more documents, members, entries and indexes break nothing", () => {
  const more = change((copy) => {
    copy.documents.unshift({ _id: "0" });
    copy.documents[1].evaluation.retries = 0;
    copy.documents[1].rules.push({ action: "Deny" });
    copy.indexes.unshift({ name: "another", key: [["a", 1]] });
  });
  expect(breaksOf(committed, committed)).toEqual([]);
  expect(breaksOf(committed, more)).toEqual([]);
});

test("entries whose names are equal are compared in their order", () => {
  const rows = [{ name: "" }, { name: "", rule: 1 }];
  expect(breaksOf({ rows: rows.slice(1) }, { rows: rows.slice(1) })).toEqual([]);
  expect(breaksOf({ rows }, { rows })).toEqual([]);
  expect(breaksOf({ rows }, { rows: [{ name: "" }, { name: "", rule: 2 }] })).toEqual(["rows.1.rule was changed."]);
});

test.each<[string, (copy: ReturnType<typeof JSON.parse>) => void, string]>([
  ["a document that is gone", (copy) => copy.documents.shift(), "documents.a was removed."],
  [
    "a member that is gone",
    (copy) => delete copy.documents[0].evaluation.done,
    "documents.a.evaluation.done was removed.",
  ],
  ["another value", (copy) => (copy.documents[0].uuid = 1), "documents.a.uuid was changed."],
  ["another kind of value", (copy) => (copy.documents[0].rules = {}), "documents.a.rules was changed."],
  ["an index that is gone", (copy) => copy.indexes.pop(), "indexes.uuid_1 was removed."],
  ["an entry of a list that is gone", (copy) => copy.documents[0].rules.pop(), "documents.a.rules.0 was removed."],
  [
    "a document with an id of several members that changed",
    (copy) => delete copy.documents[1].uuid,
    'documents.{"owner":"b"}.uuid was removed.',
  ],
])("%s is a break, with its place", (_, edit, sentence) => {
  expect(breaksOf(committed, change(edit))).toEqual([sentence]);
});
