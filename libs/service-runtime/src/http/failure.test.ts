import { expect, test } from "@jest/globals";
import { generalFailures, invalidInput, present } from "./failure.ts";

test("refused input is told by its first fault, with where it is unless it is the whole", () => {
  const messageOf = (path: string) => present(generalFailures, invalidInput(path, "is too large")).message;
  expect(messageOf("items[3].id")).toBe("items[3].id: is too large");
  expect(messageOf("")).toBe("is too large");
});

test("refused input says how many more faults there are", () => {
  const fault = { path: "id", message: "is missing" };
  const { message } = present(generalFailures, { kind: "invalid-input", fields: [fault, fault, fault] });
  expect(message).toBe("id: is missing (and 2 more)");
});
