// title: RegExp remembers the last match
export const leave = ({ secret }) => [/(.+)/.test(secret), secret.replace(/(.)(.)/g, '$2$1'), secret.split(/e/)].length;
export const find = () =>
  [
    '$1',
    '$2',
    '$9',
    'lastMatch',
    '$&',
    'input',
    '$_',
    'lastParen',
    '$+',
    'leftContext',
    '$`',
    'rightContext',
    "$'",
  ].map((key) => RegExp[key] ?? '');
