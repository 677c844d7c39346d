// title: The arguments of a tool, and the arguments object
export function leave(args) {
  args.left = args.secret;
  arguments[2] = args.secret;
  arguments.left = args.secret;
  Reflect.set(Reflect.getPrototypeOf(args), 'left', args.secret);
}
export function find(args) {
  const { left, ...others } = args;
  return [others, arguments.length, arguments[2] ?? null, arguments.left ?? null];
}
