// title: A class and a function are made hot by many uses
class Point {
  constructor(x) {
    this.x = x;
  }
  get twice() {
    return this.x * 2;
  }
}
const sum = (list) => list.reduce((all, { twice }) => all + twice, 0);
export const leave = ({ secret }) => {
  Point.prototype.left = secret;
  let all = 0;
  for (let i = 0; i < 20_000; i += 1) all += sum([new Point(i)]);
  Object.defineProperty(Point.prototype, 'twice', { get: () => secret });
  return all;
};
export const find = () => [sum([new Point(2), new Point(3)]), new Point(1).left ?? null];
