// title: Stacks read for a path of the host
// expects: ok
// result: false
export async function attack() {
  const stacks = [new Error('now').stack];
  try {
    null.property;
  } catch (error) {
    stacks.push(error.stack);
  }
  await undefined;
  stacks.push(new Error('later').stack);
  // A script is named script.ts.
  return stacks.some((stack) => /node_modules|file:|\/src\/|\/home\/|(?<!\bscript)\.ts:/.test(stack));
}
