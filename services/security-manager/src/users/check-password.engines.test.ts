import { randomBytes, scryptSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createIndexes } from "@network-access/service-runtime/test/indexes";
import { type Db, MongoClient } from "mongodb";
import { createPasswordChecker, type PasswordChecker } from "./check-password.ts";
import { createMongoLoginAttemptStore } from "./mongo-login-attempt-store.ts";
import { createMongoUserStore, USER_INDEXES } from "./mongo-user-store.ts";
import { hashPassword } from "./password-hash.ts";

const PASSWORD = "correct horse battery";
const client = new MongoClient(process.env.TEST_MONGO_URL ?? "");
const database: Db = client.db(`manager-test-${crypto.randomUUID().slice(0, 8)}`);
let time = Date.parse("2026-03-01T12:00:00Z");
const now = () => new Date(time);
const users = createMongoUserStore(database);
const attempts = createMongoLoginAttemptStore(database);
const newChecker = () => createPasswordChecker({ users, attempts, now });
let nextId = 1;
/**
 * The stored hash of `PASSWORD`, computed with a low cost. A check uses the cost that is part of the stored hash, so
 * the checks in this file are fast.
 */
const stored = storedCheaply(PASSWORD);

function storedCheaply(password: string): string {
  const cost = { N: 2, r: 8, p: 1 };
  const salt = randomBytes(16);
  const hash = scryptSync(password, salt, 32, cost);
  return ["scrypt", ...Object.values(cost), salt.toString("base64url"), hash.toString("base64url")].join("$");
}

async function userOf(username: string, passwordHash = stored): Promise<PasswordChecker> {
  await users.insert({
    ...{ id: nextId++, username, firstName: "", lastName: "", email: null, enabled: true, locked: false },
    ...{ expired: false, userGroupIds: [], passwordHash, lastLogin: null, previousLogin: null },
  });
  return newChecker();
}

async function outcomes(check: PasswordChecker, name: string, passwords: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const password of passwords) {
    const { outcome } = await check(name, password);
    found.push(outcome);
  }
  return found;
}
const wrong = (count: number) => Array.from({ length: count }, (_, place) => `wrong password ${place}`);

beforeAll(() => createIndexes(database, USER_INDEXES));
afterAll(async () => {
  await database.dropDatabase();
  await client.close();
});

test("names are compared without case, passwords with it", async () => {
  const check = await userOf("Ada");
  expect(await check("ADA", PASSWORD)).toMatchObject({ outcome: "right", user: { username: "Ada" } });
  expect(await check("ada", PASSWORD.toUpperCase())).toEqual({ outcome: "wrong" });
});

test("after ten wrong passwords a name is refused until the first of them is 15 minutes old", async () => {
  const check = await userOf("Grace");
  const start = time;
  expect(await outcomes(check, "Grace", [...wrong(9), PASSWORD])).toEqual([...wrong(9).map(() => "wrong"), "right"]);
  time += 60_000;
  expect(await check("grace", "wrong too")).toEqual({ outcome: "wrong" });
  const refused = { outcome: "refused", because: "too-many-wrong", retryAfterSeconds: 840 };
  expect(await check("Grace", PASSWORD)).toEqual(refused);
  expect(await newChecker()("GRACE", PASSWORD)).toEqual(refused);
  time = start + 899_000;
  expect(await check("Grace", PASSWORD)).toEqual({ ...refused, retryAfterSeconds: 1 });
  time = start + 900_000;
  expect(await check("Grace", PASSWORD)).toMatchObject({ outcome: "right" });
});

test("a name that no user has is refused after as many", async () => {
  const check = newChecker();
  expect(await outcomes(check, "nobody", wrong(11))).toEqual([...wrong(10).map(() => "wrong"), "refused"]);
});

test("many different passwords at once, at two processes, get no more than ten answers", async () => {
  // Hashes the password with the cost that production uses. Each check then takes so long that all passwords arrive
  // before the first hash is computed.
  await userOf("Edsger", await hashPassword(PASSWORD));
  const [one, two] = [newChecker(), newChecker()];
  const checks = await Promise.all(
    wrong(24).map((password, place) => (place % 2 === 0 ? one : two)("Edsger", password)),
  );
  const answered = checks.filter(({ outcome }) => outcome === "wrong").length;
  expect(answered).toBeLessThanOrEqual(10);
  expect(await outcomes(one, "Edsger", wrong(10))).toContain("refused");
});

test("many requests with the right password at once are all right", async () => {
  const check = await userOf("Barbara");
  const checks = await Promise.all(Array.from({ length: 30 }, () => check("Barbara", PASSWORD)));
  expect(new Set(checks.map(({ outcome }) => outcome))).toEqual(new Set(["right"]));
  expect(await outcomes(check, "Barbara", wrong(9))).toEqual(wrong(9).map(() => "wrong"));
});

test("a remembered password ends with a new one, and the user is read at each check", async () => {
  const check = await userOf("Donald");
  const first = await check("Donald", PASSWORD);
  if (first.outcome !== "right") throw new Error(first.outcome);
  const { id, username, firstName, lastName, email, enabled, expired } = first.user;
  const fields = { username, firstName, lastName, email, enabled, expired, locked: true };
  await users.update(id, fields);
  expect(await check("Donald", PASSWORD)).toMatchObject({ outcome: "right", user: { locked: true } });
  await users.update(id, { ...fields, passwordHash: await hashPassword("another password") });
  expect(await check("Donald", PASSWORD)).toEqual({ outcome: "wrong" });
});

test("a user without a password is not let in by any", async () => {
  const check = await userOf("Alan");
  const found = await users.findByName("Alan");
  await database.collection("users").updateOne({ _id: found?.id as never }, { $set: { passwordHash: null } });
  expect(await outcomes(check, "Alan", ["", PASSWORD])).toEqual(["wrong", "wrong"]);
});
