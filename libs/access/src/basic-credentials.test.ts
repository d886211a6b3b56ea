import { expect, test } from "@jest/globals";
import { hashSecret, isSecretOf, newSecret, parseBasicCredentials } from "./basic-credentials.ts";

const header = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

test("id and secret are read, and the secret may hold colons", () => {
  expect(parseBasicCredentials(header("aws:s:e:c"))).toEqual({ id: "aws", secret: "s:e:c" });
  expect(parseBasicCredentials(header("wolke-ü:geheim"))).toEqual({ id: "wolke-ü", secret: "geheim" });
});

test.each([undefined, "", "Basic", "Basic ???", header("nocolon"), header(":noid"), "Bearer abc"])(
  "%j holds no credentials",
  (authorization) => {
    expect(parseBasicCredentials(authorization)).toBeUndefined();
  },
);

test("a secret is verified by its hash alone", () => {
  const secret = newSecret();
  expect(Buffer.from(secret, "base64url")).toHaveLength(32);
  expect(isSecretOf(secret, hashSecret(secret))).toBe(true);
  expect(isSecretOf(newSecret(), hashSecret(secret))).toBe(false);
  expect(isSecretOf(secret, "")).toBe(false);
  expect(hashSecret(secret)).not.toContain(secret);
});

test("a secret keeps the hash that is stored of it", () => {
  expect(hashSecret("secret")).toBe("2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b");
});
