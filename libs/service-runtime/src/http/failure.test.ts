import { expect, test } from "@jest/globals";
import { generalFailures, invalidInput, present } from "./failure.ts";

test("the message of refused input is its first field error, with the path unless the whole input is wrong", () => {
  const messageOf = (path: string) => present(generalFailures, invalidInput(path, "is too large")).message;
  expect(messageOf("items[3].id")).toBe("items[3].id: is too large");
  expect(messageOf("")).toBe("is too large");
});

test("the message of refused input counts further field errors", () => {
  const error = { path: "id", message: "is missing" };
  const { message } = present(generalFailures, { kind: "invalid-input", fields: [error, error, error] });
  expect(message).toBe("id: is missing (and 2 more)");
});
