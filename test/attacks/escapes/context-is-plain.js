// title: The context object bent, extended and climbed
// expects: ok
// result: {"frozen": true, "changed": false, "realm": true}
export function attack(args, context) {
  const before = JSON.stringify(context);
  for (const name of ['callId', 'toolName', 'deadline', 'host']) Reflect.set(context, name, 'forged');
  return {
    frozen: Object.isFrozen(context),
    changed: JSON.stringify(context) !== before,
    realm: context instanceof Object && args instanceof Object,
  };
}
