import { expect, test } from "@jest/globals";
import { createReceiverAddresses } from "./receiver-addresses.ts";
import { receiverUrlProblem, writtenAddresses } from "./receiver-url.ts";

const production = { allowHttp: false, addresses: createReceiverAddresses([]) };
const local = { allowHttp: true, addresses: createReceiverAddresses(["127.0.0.0/8", "::1/128"]) };

test.each([
  "https://tickets.example.com",
  "https://t.example.com:8443/a/b?c=d%20e",
  "https://8.8.8.8/",
  "https://münchen.example",
])("%s can be the URL of a receiver", (url) => expect(receiverUrlProblem(url, production)).toBeNull());

test.each([
  ["tickets.example.com", "must be a whole URL"],
  ["", "must be a whole URL"],
  ["http://tickets.example.com", "must begin with https"],
  ["ftp://tickets.example.com", "must be an https URL"],
  ["javascript:alert(1)", "must be an https URL"],
  ["file:///etc/passwd", "must be an https URL"],
  ["https://ada:secret@example.com", "holds a user name or password"],
  ["https://example.com/#part", 'holds a "#"'],
  ["https://example.com:0/", "has the port 0; 1 to 65535 work"],
  ["https://example.com\\@evil.example/", 'holds a "\\"; write "/"'],
  [" https://example.com/", "has white space around it"],
  [`https://example.com/${"a".repeat(2_100)}`, "at most 2048 work"],
  ["https://127.0.0.1", "leads to a loopback address"],
  ["https://2130706433", "leads to a loopback address"],
  ["https://0x7f.1", "leads to a loopback address"],
  ["https://0177.0.0.1", "leads to a loopback address"],
  ["https://[::1]:8443/", "leads to a loopback address"],
  ["https://[::ffff:10.0.0.1]", "leads to an IPv4-mapped address"],
  ["https://[fe80::1]", "leads to a link-local address"],
  ["https://169.254.169.254/latest/meta-data", "leads to a link-local address"],
  ["https://localhost:3000", "leads to a loopback address"],
  ["https://LOCALHOST.", "leads to a loopback address"],
  ["https://a.localhost", "leads to a loopback address"],
])("%s is refused: it %s", (url, problem) => {
  expect(receiverUrlProblem(url, production)).toContain(problem);
  expect(receiverUrlProblem(url, production)).not.toContain("secret@");
});

test("local settings allow http and loopback, and no other private address", () => {
  for (const url of ["http://127.0.0.1:4000/hook", "http://[::1]:4000", "http://localhost:4000"])
    expect(receiverUrlProblem(url, local)).toBeNull();
  expect(receiverUrlProblem("http://10.0.0.1", local)).toContain("a private address");
});

test("localhost is allowed where one of its addresses is", () => {
  const oneFamily = { allowHttp: true, addresses: createReceiverAddresses(["127.0.0.1"]) };
  expect(receiverUrlProblem("http://localhost:4000", oneFamily)).toBeNull();
});

test("addresses in a URL are known without a lookup", () => {
  const written = (url: string) => writtenAddresses(new URL(url));
  expect(written("https://[2606:4700::1111]")).toEqual(["2606:4700::1111"]);
  expect(written("https://0x8.8.8.8")).toEqual(["8.8.8.8"]);
  expect(written("https://localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(written("https://localhost.example.com")).toEqual([]);
});
