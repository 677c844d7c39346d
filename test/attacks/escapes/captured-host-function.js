// title: Builtins replaced in order to catch the function that talks to the host
// expects: ok
// result: []
// Some of what all calls share refuses with an error: the attack goes on.
const replace = (target, key, value) => {
  try {
    return Reflect.set(target, key, value);
  } catch {
    return false;
  }
};
export async function attack() {
  const caught = new Set();
  const own = new Set();
  const catching = (original) => {
    const replacement = function (...values) {
      for (const value of [this, ...values.flat()])
        if (typeof value === 'function' && !own.has(value)) caught.add(value);
      return Reflect.apply(original, this, values);
    };
    own.add(original).add(replacement);
    return replacement;
  };
  const { apply } = Reflect;
  for (const [holder, name] of [
    [Function.prototype, 'call'],
    [Function.prototype, 'bind'],
    [Reflect, 'construct'],
    [JSON, 'stringify'],
    [JSON, 'parse'],
    [Map.prototype, 'set'],
    [Map.prototype, 'get'],
    [Math, 'floor'],
    [Object, 'freeze'],
    [String.prototype, 'slice'],
  ])
    replace(holder, name, catching(holder[name]));
  replace(Reflect, 'apply', (code, receiver, values) => {
    if (!own.has(code)) caught.add(code);
    return apply(code, receiver, values);
  });
  console.log('one', { two: 2 });
  setTimeout(() => {}, 1);
  await new Promise((resolve) => setTimeout(resolve, 1));
  const tries = [];
  for (const code of caught) {
    try {
      code('result', 0, '"forged"');
    } catch {
      tries.push('threw');
    }
  }
  return [...caught]
    .map((code) => code.name)
    .filter((name) => /post|enter|invoke|fireTimer|takeReply|succeed|bootstrap/.test(name));
}
