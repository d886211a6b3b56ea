import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { cidr } from "../test/arbitraries.ts";
import { formatAddress, formatCidr, parseCidr } from "./cidr.ts";

function problemOf(text: string): string {
  const parsed = parseCidr(text);
  return parsed.ok ? `accepted as ${parsed.text}` : parsed.problem;
}

function textOf(text: string): string {
  const parsed = parseCidr(text);
  return parsed.ok ? parsed.text : parsed.problem;
}

describe("a CIDR", () => {
  test("is read from its longest and its shortest text alike", () => {
    fc.assert(
      fc.property(cidr, ({ family, low, high, prefix, text }) => {
        const expected = { family, low, high, prefix };
        const parsed = parseCidr(text);
        expect(parsed).toEqual({ ok: true, cidr: expected, text: formatCidr(expected) });
        if (!parsed.ok) return;
        expect(parseCidr(parsed.text)).toEqual(parsed);
        expect(parseCidr(parsed.text.toUpperCase())).toEqual(parsed);
        expect(parsed.text).toBe(`${formatAddress(family, low)}/${prefix}`);
      }),
      { numRuns: 1_000 },
    );
  });

  test("may be a bare address", () => {
    expect(textOf("10.0.0.5")).toBe("10.0.0.5/32");
    expect(textOf("2001:DB8::0005")).toBe("2001:db8::5/128");
  });

  test.each([
    ["::", "::/128"],
    ["::/0", "::/0"],
    ["0:0:0:0:0:0:0:1", "::1/128"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3/128"],
    ["1:0:0:2:3:0:0:4", "1::2:3:0:0:4/128"],
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7/128"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0/128"],
    ["::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8/128"],
    ["2001:db8::/32", "2001:db8::/32"],
    ["64:ff9b::192.0.2.1", "64:ff9b::c000:201/128"],
    ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304/128"],
    ["255.255.255.255/32", "255.255.255.255/32"],
    ["0.0.0.0/0", "0.0.0.0/0"],
  ])("%s is written %s", (given, canonical) => {
    expect(textOf(given)).toBe(canonical);
  });
});

describe("what is refused", () => {
  test.each([
    ["10.0.0.5/24", '"10.0.0.5/24" has host bits set; did you mean 10.0.0.0/24 or 10.0.0.5/32?'],
    ["2001:db8::5/32", '"2001:db8::5/32" has host bits set; did you mean 2001:db8::/32 or 2001:db8::5/128?'],
    ["::ffff:0:0/95", '"::ffff:0:0/95" has host bits set; did you mean ::fffe:0:0/95 or 0.0.0.0/32?'],
    ["010.0.0.0/8", '"010.0.0.0/8" has a part with leading zeros; did you mean 10.0.0.0/8?'],
    ["10.0.0.05/24", '"10.0.0.05/24" has a part with leading zeros; did you mean 10.0.0.0/24 or 10.0.0.5/32?'],
    ["10.0.0.0/08", '"10.0.0.0/08" has a prefix length with leading zeros; did you mean 10.0.0.0/8?'],
    ["10.0.0.0/00", '"10.0.0.0/00" has a prefix length with leading zeros; did you mean 0.0.0.0/0 or 10.0.0.0/32?'],
    ["2001:db8::/032", '"2001:db8::/032" has a prefix length with leading zeros; did you mean 2001:db8::/32?'],
    ["64:ff9b::192.0.2.01", '"64:ff9b::192.0.2.01" has a part with leading zeros; did you mean 64:ff9b::c000:201/128?'],
    ["fe80::1%eth0", '"fe80::1%eth0" has a zone id; did you mean fe80::1/128?'],
    ["fe80::1%eth0/64", '"fe80::1%eth0/64" has a zone id; did you mean fe80::/64 or fe80::1/128?'],
    ["fe80::1/64%eth0", '"fe80::1/64%eth0" has a zone id; did you mean fe80::/64 or fe80::1/128?'],
    ["::ffff:10.0.0.1", '"::ffff:10.0.0.1" is IPv4 written as IPv6; did you mean 10.0.0.1/32?'],
    ["::ffff:a00:0/104", '"::ffff:a00:0/104" is IPv4 written as IPv6; did you mean 10.0.0.0/8?'],
    ["::ffff:0:0/96", '"::ffff:0:0/96" is IPv4 written as IPv6; did you mean 0.0.0.0/0?'],
    [
      "10.0.0.0/255.255.255.0",
      '"10.0.0.0/255.255.255.0" has a netmask where a prefix length belongs; did you mean 10.0.0.0/24?',
    ],
    ["10/8", '"10/8" has 1 of 4 parts; did you mean 10.0.0.0/8?'],
    ["192.168.1", '"192.168.1" has 3 of 4 parts; did you mean 192.168.1.0/24?'],
    [" 10.0.0.5/24\n", '" 10.0.0.5/24\\n" has white space around it; did you mean 10.0.0.0/24 or 10.0.0.5/32?'],
    ["[2001:db8::1]", '"[2001:db8::1]" has brackets; did you mean 2001:db8::1/128?'],
    ["10.0.0.1-10.0.0.9", '"10.0.0.1-10.0.0.9" is a range; write it as one or more CIDRs'],
    ["10.0.0.0/33", '"10.0.0.0/33" has the prefix length "33"; write a number from 0 to 32'],
    ["::/129", '"::/129" has the prefix length "129"; write a number from 0 to 128'],
    ["10.0.0.0/", '"10.0.0.0/" has nothing after the slash; write a prefix length from 0 to 32'],
    ["10.0.0.256", '"10.0.0.256" has the part 256; each part is 0 to 255'],
    ["1.2.3.4.5", '"1.2.3.4.5" has 5 parts; an IPv4 address has 4'],
  ])("%j, naming the form that would work", (given, problem) => {
    expect(problemOf(given)).toBe(problem);
  });

  test.each([
    "",
    " ",
    "hello",
    "10.0..1",
    "-1.0.0.0",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "1e1.0.0.0",
    "0x0a.0.0.0",
    "१०.0.0.0",
  ])("%j, with an example", (given) => {
    expect(problemOf(given)).toMatch(
      /; (write an address or a CIDR such as 10\.0\.0\.0\/24 or 2001:db8::\/32|write a number from 0 to 32)$/,
    );
  });

  test.each([
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4::5:6:7:8",
    "12345::",
    "::g",
    "1:",
    ":1",
    "1:2:3:4:5:6:7:1.2.3.4",
    "::1.2.3",
    "::1.2.3.4:5",
  ])("%j, which is no IPv6 address", (given) => {
    expect(problemOf(given)).toMatch(/is not an IPv6 address; write an address or a CIDR such as/);
  });

  test.each(["::1.2.3", "::1.2.3.256", "8000::1.2.3", "::/x", "::/1x", "8000::/1x", "0.0.0.0/x", "128.0.0.0/1x"])(
    "%j, whatever was read before",
    (given) => {
      for (const before of ["::", "8000::", "10.0.0.0/8"]) {
        expect(parseCidr(before)).toMatchObject({ ok: true });
        expect(parseCidr(given)).toMatchObject({ ok: false });
      }
    },
  );

  test("any other text, without throwing and without repeating a long one", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789abf:./%-[] \n"), maxLength: 40 });
    fc.assert(
      fc.property(fc.oneof(digits, fc.string()), (text) => {
        const parsed = parseCidr(text);
        if (parsed.ok) expect(parseCidr(parsed.text)).toEqual(parsed);
        else expect(parsed.problem).toMatch(/^\S.*\S$/s);
      }),
      { numRuns: 2_000 },
    );
    expect(problemOf("9".repeat(100_000))).toMatch(
      /^"9{100}\.\.\." is too long for an address; write an address or a CIDR/,
    );
    // A text of 100 characters is not too long. The message quotes all of the text, but repeats only the first 20
    // characters of the wrong part.
    const long = "9".repeat(100);
    expect(problemOf(long)).toMatch(new RegExp(`^"${long}" has the part 9{20};`));
    expect(problemOf(`${long}9`)).toContain("too long");
    expect(problemOf(`10.0.0.0/${"9".repeat(50)}`)).toMatch(/ has the prefix length "9{20}";/);
    expect(problemOf(`::${"0".repeat(1_000_000)}x.`).length).toBeLessThan(300);
    expect(problemOf(`${"1:".repeat(100_000)}`).length).toBeLessThan(300);
  });

  test("with a hint that is itself accepted", () => {
    const mangle = fc.tuple(cidr, fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(mangle, ([{ text, prefix, family }, how, extra]) => {
        const wider = text.replace(/\/.*$/, `/${Math.max(0, prefix - extra)}`);
        const spoiled = [
          ` ${text}`,
          `${text}\t`,
          text.replace("/", "%eth0/"),
          text.replace("/", "/0"),
          wider,
          `0${text}`,
        ];
        const parsed = parseCidr(spoiled[how] ?? "");
        if (parsed.ok) return;
        if (family === 6 && how === 5) return expect(parsed.problem).toMatch(/is not an IPv6 address/);
        const hint = /did you mean (.*)\?$/.exec(parsed.problem)?.[1];
        if (hint === undefined) throw new Error(`${family}: no hint in ${parsed.problem}`);
        for (const part of hint.split(" or ")) expect(textOf(part)).toBe(part);
      }),
      { numRuns: 500 },
    );
  });
});
