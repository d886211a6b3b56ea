import { expect, test } from "@jest/globals";
import { Refusal, readProblem } from "../typescript/refusal.ts";

test("an error of the event stream lists each mistake and the request id", async () => {
  // The service's response to a URL with an unknown query parameter.
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
    "The input is wrong; correct it:",
    "  after: is not a parameter of this address; leave it out",
    "Request id: 0ea17525",
  ]);
});

test.each([["<html>Bad gateway</html>"], ['{"errors":[{"message":"nothing answers here"}]}']])(
  "an answer of another program is reported as such: %s",
  async (text) => {
    const { message } = new Refusal(await readProblem(new Response(text, { status: 502 })));
    expect(message).toBe("The request failed:  is not this service (status 502)");
  },
);
