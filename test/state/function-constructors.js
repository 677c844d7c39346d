// title: Constructors of async and generator functions, and their prototypes
const kinds = () =>
  [function () {}, async () => {}, function* () {}, async function* () {}].flatMap((each) => [
    each.constructor,
    each.constructor.prototype,
    Reflect.getPrototypeOf(each),
    each.constructor.prototype.prototype ?? {},
  ]);
export const leave = ({ secret }) => {
  for (const each of kinds()) {
    Reflect.set(each, 'left', secret);
    Reflect.defineProperty(each, 'call', { value: () => secret });
  }
};
export const find = () => kinds().map((each) => each.left ?? null);
