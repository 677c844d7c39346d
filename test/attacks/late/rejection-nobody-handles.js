// title: Promises that are rejected and never looked at
// expects: ok, tool_error
// result: "still here"
export function attack() {
  for (let i = 0; i < 1000; i += 1) Promise.reject(new Error(`unhandled ${i}`));
  return 'still here';
}
