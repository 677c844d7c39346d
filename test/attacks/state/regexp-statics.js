// title: The last match, which RegExp remembers
// expects: ok
// result: ["", ""]
// calls: 3
const shared = /s(e)cret/g;
export function attack() {
  const found = [RegExp.$1 ?? '', RegExp.lastMatch ?? ''];
  shared.test('a secret of the caller before');
  return found;
}
