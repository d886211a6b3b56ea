import { expect, test } from "@jest/globals";
import { graphChanges } from "./graph-changes.ts";

const schema = `
  type Query { request(id: String!, limit: Int = 50): Request requests(shown: Shown = All): [Request!]! }
  type Mutation { save(input: RequestInput!, force: Boolean! = false): Request! }
  type Request { id: String! score: Int reasons: [String!]! state: State! }
  enum State { Pass Fail Review }
  enum Shown { All Touched }
  input RequestInput { id: String! note: String count: Int! = 1 enforced: Boolean = true }
`;
const changed = (from: string, to: string) => {
  const after = schema.replace(from, to);
  expect(after).not.toBe(schema);
  return graphChanges(schema, after);
};

test.each([
  ["a field is gone", "score: Int", "", "Request.score was removed."],
  [
    "an argument has to be given",
    "limit: Int = 50",
    "limit: Int!",
    "Query.request arg limit has changed type from Int to Int!.",
  ],
  ["a type is another", "score: Int", "score: String", "Request.score changed type from Int to String."],
  ["a value is gone", "Pass Fail Review", "Pass Fail", "Review was removed from enum type State."],
  ["a field may be null", "state: State!", "state: State", "Request.state changed type from State! to State."],
  ["an entry may be null", "[String!]!", "[String]!", "Request.reasons changed type from [String!]! to [String]!."],
  ["an argument is gone", ", limit: Int = 50", "", "Query.request arg limit was removed."],
  [
    "a member has to be sent",
    "note: String",
    "note: String!",
    "RequestInput.note changed type from String to String!.",
  ],
  [
    "a member that is new has to be sent",
    "note: String",
    "note: String why: String!",
    "A required field why on input type RequestInput was added.",
  ],
  [
    "an argument lost its default",
    "force: Boolean! = false",
    "force: Boolean!",
    "Mutation.save arg force lost its defaultValue and is required now.",
  ],
  [
    "a member lost its default",
    "count: Int! = 1",
    "count: Int!",
    "RequestInput.count lost its defaultValue and is required now.",
  ],
])("it is a break for clients where %s", (_, from, to, sentence) => {
  expect(changed(from, to).breaks).toEqual([sentence]);
});

test("a type that takes one member at a time breaks clients that send two", () => {
  const before = "type Query { one(by: By!): Int } input By { id: String name: String }";
  const { breaks } = graphChanges(before, before.replace("input By", "input By @oneOf"));
  expect(breaks).toEqual(["By takes exactly one of its fields now."]);
});

test.each([
  [
    "a default is another",
    "limit: Int = 50",
    "limit: Int = 20",
    "Query.request arg limit has changed defaultValue from 50 to 20.",
  ],
  [
    "the default of a member is another",
    "enforced: Boolean = true",
    "enforced: Boolean = false",
    "RequestInput.enforced has changed defaultValue from true to false.",
  ],
  [
    "the default of a member is gone",
    "enforced: Boolean = true",
    "enforced: Boolean",
    "RequestInput.enforced has changed defaultValue from true to none.",
  ],
  ["a value is new", "Pass Fail Review", "Pass Fail Review Error", "Error was added to enum type State."],
])("it is dangerous but no break where %s", (_, from, to, sentence) => {
  expect(changed(from, to)).toEqual({ breaks: [], dangers: [sentence] });
});

test("additions, new descriptions, deprecations and members that are never null any more are no breaks", () => {
  const after = schema
    .replace("score: Int", `"How bad." score: Int! @deprecated(reason: "Use state.") scores: [Int!]`)
    .replace("enum Shown", `"Which." enum Shown`);
  expect(graphChanges(schema, after)).toEqual({ breaks: [], dangers: [] });
});
