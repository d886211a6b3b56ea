import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { readAsa } from "../src/readers/asa/read-asa.ts";
import { askedConnections, generatedConfigurations } from "./asa-generator.ts";
import { interpretAsa } from "./asa-interpreter.ts";
import { deviceDecides } from "./device-decides.ts";

const questions = fc.record({
  text: generatedConfigurations,
  asked: fc.array(askedConnections, { minLength: 40, maxLength: 80 }),
});

test("the snapshot of a configuration decides every connection as a walk through its text does", () => {
  fc.assert(
    fc.property(questions, ({ text, asked }) => {
      const read = readAsa([{ name: "fw", text: `ASA Version 9.16(2)\n${text}` }]);
      if (!read.ok) throw new Error(read.problem);
      // The reader must understand every line. Otherwise a decision below could be "uncertain".
      expect(read.device.notUnderstood).toEqual([]);
      const decides = { 4: deviceDecides(read.device, 4), 6: deviceDecides(read.device, 6) };
      const interpret = interpretAsa(text);
      for (const { inInterface: from, outInterface: to, family, ...connection } of asked) {
        const decision = decides[family]({ ...connection, from, to });
        const verdict = interpret({ ...connection, inInterface: from, outInterface: to, family });
        if (decision !== verdict) expect({ text, from, to, connection, decision }).toEqual({ verdict });
      }
    }),
    { numRuns: 250 },
  );
});
