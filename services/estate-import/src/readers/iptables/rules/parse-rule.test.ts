import { describe, expect, test } from "@jest/globals";
import { address, complete, context, on, read, tcp } from "../test/read-row.ts";
import { parseRule } from "./parse-rule.ts";

const v6 = on({ family: 6 });

describe("what is not understood is named, and the rest stays", () => {
  test.each([
    ["-p tcp -m limit --limit 5/min --limit-burst 9 --dport 22", ["-m limit --limit 5/min --limit-burst 9"]],
    [
      "-m limit --limit 1/sec -m recent ! --update --seconds 60",
      ["-m limit --limit 1/sec", "-m recent ! --update --seconds 60"],
    ],
    [
      "-m hashlimit --hashlimit-above 1/sec --hashlimit-mode srcip --hashlimit-name -x",
      ["-m hashlimit --hashlimit-above 1/sec --hashlimit-mode srcip --hashlimit-name -x"],
    ],
    ["-m mac --mac-source 00:11:22:33:44:55", ["-m mac --mac-source 00:11:22:33:44:55"]],
    [
      "-m time --timestart 08:00:00 --timestop 17:00:00 --weekdays Mon,Tue",
      ["-m time --timestart 08:00:00 --timestop 17:00:00 --weekdays Mon,Tue"],
    ],
    ["-m owner --uid-owner 0-99", ["-m owner --uid-owner 0-99"]],
    ['-m string --string "-j ACCEPT" --algo bm', ['-m string --string "-j ACCEPT" --algo bm']],
    ['-m u32 --u32 "0x6&0xff=0x1"', ['-m u32 --u32 "0x6&0xff=0x1"']],
    ["-m mark ! --mark 0x1/0xff", ["-m mark ! --mark 0x1/0xff"]],
    ["-m physdev --physdev-in eth0 --physdev-is-bridged", ["-m physdev --physdev-in eth0 --physdev-is-bridged"]],
    ["-m policy --dir in --pol ipsec --proto esp", ["-m policy --dir in --pol ipsec --proto esp"]],
    ["-m length --length 40:100 -m ttl --ttl-lt 5", ["-m length --length 40:100", "-m ttl --ttl-lt 5"]],
    ["-m conntrack --ctstate NEW --ctproto 6", ["--ctproto 6"]],
    ["-m conntrack --ctstate NEW,DNAT", ["--ctstate NEW,DNAT"]],
    ["-m conntrack ! --ctstate SNAT", ["! --ctstate SNAT"]],
    ["-p tcp -m tcp --tcp-option 5", ["--tcp-option 5"]],
    ["-p tcp -m tcp --tcp-flags SYN,NEW SYN", ["--tcp-flags SYN,NEW SYN"]],
    ["-m addrtype --dst-type BROADCAST", ["--dst-type BROADCAST"]],
    ["-m addrtype --dst-type LOCAL,MULTICAST", ["--dst-type LOCAL,MULTICAST"]],
    ["-m addrtype --dst-type LOCAL --limit-iface-in", ["--limit-iface-in"]],
    ["-m set --match-set blocked src,dst", ["--match-set blocked src,dst"]],
    ["-m set --match-set pairs src", ["--match-set pairs src"]],
    ["-m set --match-set elsewhere src", ["--match-set elsewhere src"]],
    ["-m set --match-set blocked src --return-nomatch ! --update-counters", ["--return-nomatch ! --update-counters"]],
    ["-p sctp -m sctp --dport 80", ["--dport 80"]],
    ["-p udplite -m multiport --dports 80", ["--dports 80"]],
    ["-p tcp --dport imaginary", ["--dport imaginary"]],
    ["-p imaginary", ["-p imaginary"]],
    ["! -p tcp --dport 22", ["--dport 22"]],
    ["-p udp -m tcp", ["-m tcp"]],
    ["-p icmp --icmp-type imaginary", ["--icmp-type imaginary"]],
    ["-p icmp --icmp-type 300", ["--icmp-type 300"]],
    ["-p icmpv6 -m icmp6 --icmpv6-type 133", ["-m icmp6", "--icmpv6-type 133"]],
    ["-s 10.0.0.0/255.0.255.0", ["-s 10.0.0.0/255.0.255.0"]],
    ["! -s 10.0.0.1,10.0.0.2", ["! -s 10.0.0.1,10.0.0.2"]],
    ["-s 10.0.0.1 -s 10.0.0.2", ["-s 10.0.0.2"]],
    ["-i eth0 -i eth1", ["-i eth1"]],
    ["-p tcp -p udp", ["-p udp"]],
    ["-f", ["-f"]],
    ["! -f", ["! -f"]],
    ["-s 10.0.0.1 stray", ["stray"]],
    ["--comment a !", ["!"]],
  ])("%s", (line, named) => {
    const reading = read(`${line} -j ACCEPT`);
    expect(reading.named).toEqual(named);
    expect(reading.row).toMatchObject({ action: "ACCEPT", exact: false });
  });

  test("the rest of the row says too much, never too little", () => {
    const { row } = read("-s 10.0.0.0/8 -p tcp -m limit --limit 1/sec --dport 22 -m conntrack --ctstate NEW -j DROP");
    expect(row).toEqual(
      complete({
        ...{ number: 1, action: "DROP", exact: false, families: [4], connections: "tracked" },
        ...{ source: [{ members: address("10.0.0.0/8") }], service: tcp({ ports: [[22, 22]] }) },
      }),
    );
  });

  test("without addresses of the device, addrtype LOCAL is not understood", () => {
    const { row, named } = read("-m addrtype --dst-type LOCAL", on({ localObject: undefined }));
    expect(named).toEqual(["--dst-type LOCAL"]);
    expect(row).toMatchObject({ exact: false, destination: [] });
  });

  test("an IPv4 address written as IPv6 is not understood", () => {
    expect(read("-s ::ffff:10.0.0.1/128", v6).named).toEqual(["-s ::ffff:10.0.0.1/128"]);
  });

  test("more matches of one side than a row holds are named", () => {
    const { row, named } = read("-m set --match-set blocked src ".repeat(20).trim());
    expect(row?.source).toHaveLength(16);
    expect(named).toHaveLength(1);
  });
});

test.each([
  ["-s 10.0.0.300", '"10.0.0.300" is no IPv4 address'],
  ["-s host.example", '"host.example" is no IPv4 address'],
  ["-s ::1", '"::1" is no IPv4 address'],
  ["-d 10.0.0.0/33", '"10.0.0.0/33" has no valid mask'],
  ["-m iprange --src-range 10.0.0.1-10.0.0", '"10.0.0" is no IPv4 address'],
  ["-p tcp --dport 65536", '"65536" is no known port'],
  ["-p tcp --dport 22:21", 'the range of ports "22:21" begins after it ends'],
  ["-p tcp --dport 22,80", '"22,80" is no known port'],
  ["-p tcp -m multiport --dports 22,,80", '"" is no known port'],
  ["-i", '"-i" has no value'],
  ['-i ""', "-i names no interface"],
  ["-j ACCEPT -j DROP", "a rule has one target; a second -j or -g stands here"],
])("%s is refused", (line, problem) => {
  expect(parseRule({ text: line, start: 0 }, 1, context)).toEqual({ ok: false, problem });
});
