// title: The context of a tool
let kept = null;
export const leave = ({ secret }, context) => {
  kept = context;
  for (const each of [context, Reflect.getPrototypeOf(context)]) {
    Reflect.set(each, 'left', secret);
    Reflect.setPrototypeOf(each, { secret });
  }
};
export const find = (_args, context) => [
  kept,
  context.left ?? null,
  context.secret ?? null,
  Object.keys(context).sort(),
  Object.isFrozen(context),
];
