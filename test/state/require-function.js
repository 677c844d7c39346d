// title: The function that a module gets in place of require
const spots = () => [
  typeof require === 'function' ? require : {},
  typeof require === 'function' ? (require.prototype ?? {}) : {},
];
export const leave = ({ secret }) => {
  for (const spot of spots()) Reflect.set(spot, 'left', secret);
};
export const find = () => spots().map((spot) => spot.left ?? null);
