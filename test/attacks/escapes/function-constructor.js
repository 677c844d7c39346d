// title: Code made by every function constructor, looking for Node
// expects: ok
// result: []
export async function attack(args, context) {
  const makers = [
    context.constructor.constructor,
    args.constructor.constructor,
    (() => {}).constructor,
    console.log.constructor,
    setTimeout.constructor,
    Object.getPrototypeOf(async () => {}).constructor,
    Object.getPrototypeOf(function* () {}).constructor,
  ];
  const found = [];
  for (const make of makers) {
    const made = make('return typeof process + typeof require + typeof Buffer + typeof module');
    const said = await made();
    const value = typeof said === 'string' ? said : said.next().value;
    if (value !== 'undefined'.repeat(4)) found.push(value);
  }
  return found;
}
