import { expect, test } from "@jest/globals";
import { Refusal, readProblem } from "../typescript/refusal.ts";

test("what is refused beside the graph is told place by place, with the request id", async () => {
  // As the events answer an address with a parameter.
  const problem = {
    type: "about:blank",
    title: "Bad Request",
    status: 400,
    detail: "after: is not a parameter of this address; leave it out",
    code: "BAD_USER_INPUT",
    requestId: "0ea17525",
    errors: [{ field: "after", message: "is not a parameter of this address; leave it out" }],
  };
  const { message } = new Refusal(await readProblem(new Response(JSON.stringify(problem), { status: 400 })));
  expect(message.split("\n")).toEqual([
    "The service can't use what was sent; correct it:",
    "  after: is not a parameter of this address; leave it out",
    "The request id 0ea17525 finds it in the logs of the service.",
  ]);
});

test.each([["<html>Bad gateway</html>"], ['{"errors":[{"message":"nothing answers here"}]}']])(
  "an answer that is none of the service is not read as one: %s",
  async (text) => {
    const { message } = new Refusal(await readProblem(new Response(text, { status: 502 })));
    expect(message).toBe("It did not work: what answers at  is something else (status 502)");
  },
);
