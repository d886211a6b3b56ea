import { expect, test } from "@jest/globals";
import { accountIdOf, uuidV5 } from "./account-id.ts";

test("a name-based UUID is the one of RFC 9562, appendix A.4", () => {
  expect(uuidV5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com")).toBe(
    "2ed6657d-e927-568b-95e1-2665a8aea6a2",
  );
});

test("an account's id never changes, and differs from provider to provider", () => {
  expect(accountIdOf("aws", "111122223333")).toBe("cb03fd48-d40e-5986-a527-c402ba6ac832");
  expect(accountIdOf("azure", "111122223333")).not.toBe(accountIdOf("aws", "111122223333"));
});
