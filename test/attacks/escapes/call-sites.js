// title: Call sites that hand out functions and receivers of the frames below
// expects: ok
// result: []
const lookDown = new Function(`
  Reflect.set(Error, 'prepareStackTrace', (_error, sites) => sites);
  return [new Error('look').stack].flat().filter((site) => typeof site === 'object').map((site) => [site.getFunction(), site.getThis(), site.getFunctionName()]);
`);
export function attack() {
  const own = new Set([lookDown, attack, globalThis, undefined, null]);
  return lookDown()
    .filter(([code, receiver]) => !own.has(code) || !own.has(receiver))
    .map(([, , name]) => String(name));
}
