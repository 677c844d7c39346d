// title: Prototypes of segments that are first made at the end of the stack
const firstSegments = () => {
  const segmenter = new Intl.Segmenter();
  const made = [];
  const dive = () => {
    try {
      dive();
    } catch {
      // Every frame tries on the way back, so that some fail at each step of the first segmentation.
    }
    if (made.length >= 3) return;
    try {
      made.push(segmenter.segment('a b'));
    } catch {
      // The stack ended within.
    }
  };
  dive();
  return made;
};
const prototypes = () =>
  firstSegments().flatMap((segments) => {
    const own = Reflect.getPrototypeOf(segments);
    const ofIterator = Reflect.getPrototypeOf(segments[Symbol.iterator]());
    return [own, ofIterator, own.containing, own[Symbol.iterator], ofIterator.next];
  });

export const leave = ({ secret }) => {
  for (const value of prototypes()) Reflect.defineProperty(value, 'leftBehind', { value: secret, configurable: true });
};
export const find = () =>
  prototypes()
    .map((value) => value.leftBehind ?? null)
    .filter((value) => value !== null);
