// title: Call sites read from a tool that is itself a sloppy function
// expects: ok
// result: []
const code = `
  Reflect.set(Error, 'prepareStackTrace', (_error, sites) => sites);
  const sites = [new Error('look').stack].flat().filter((site) => typeof site === 'object');
  const foreign = sites.filter((site) => {
    const code = site.getFunction();
    return code !== undefined && code !== null && code !== tool;
  });
  return foreign.map((site) => String(site.getFunctionName()));
`;
export const attack = new Function(`return function tool() {${code}}`)();
