// title: Sticky and global literals keep lastIndex
const shared = /a/g;
const literal = () => /a/y;
export const leave = () => {
  shared.test('aaaa');
  shared.test('aaaa');
  const own = literal();
  own.test('aa');
  own.left = 1;
  return shared.lastIndex;
};
export const find = () => [
  shared.lastIndex,
  shared.test('aaaa'),
  shared.lastIndex,
  literal().lastIndex,
  literal().left ?? null,
];
