// title: Answers of other calls are forged: names, numbers and messages of the host are guessed
export const leave = ({ secret }) => {
  const found = [];
  for (const key of [
    'enter',
    'send',
    'calls',
    'current',
    'tools',
    'prepared',
    'state',
    'invoke',
    'collect',
    'deliver',
    '__toolcell',
  ]) {
    try {
      found.push((0, eval)(`typeof ${key}`));
    } catch {
      found.push('hidden');
    }
    try {
      (0, eval)(`${key} = ${JSON.stringify(secret)}`);
    } catch {}
  }
  return found;
};
export const find = () =>
  ['enter', 'send', 'calls', 'current', 'tools', 'prepared', 'state', 'invoke', 'collect', 'deliver'].map((key) =>
    (0, eval)(`typeof ${key}`),
  );
