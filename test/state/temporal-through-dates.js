// title: Temporal's prototypes, reached through a date by a plugin that does not name it
const VALUES = () => {
  const instant = new Date(0)[['toTempor', 'alInstant'].join('')]?.();
  const zoned = instant?.toZonedDateTimeISO('UTC');
  return [instant, zoned, zoned?.toPlainDate(), zoned?.toPlainTime(), instant?.since(instant)].filter(Boolean);
};

export const leave = ({ secret }) => {
  for (const value of VALUES()) {
    Reflect.set(Object.getPrototypeOf(value), 'leftBehind', secret);
    Reflect.set(value.constructor, 'leftBehind', secret);
  }
};
export const find = () => VALUES().map((value) => [value.leftBehind ?? null, value.constructor.leftBehind ?? null]);
