// structuredClone of the HTML standard. Runs inside the isolate, as a group of web APIs.
//
// Written here, because the libraries that offer it trust a value's own tag and methods, or keep state that all their modules share.

import type { WebGroup } from '../scripts/parts.ts';
import { Deserializer } from './clone/deserialize.ts';
import { Serializer } from './clone/serialize.ts';
import { dictionaryOf, type ExceptionType, needArguments } from './standard/interface.ts';

/** The buffers that the caller transfers. Throws DataCloneError for anything but an ArrayBuffer, and for a buffer that is listed twice. */
const transferList = (options: unknown, DOMException: ExceptionType): readonly ArrayBuffer[] => {
  const { transfer } = dictionaryOf(options, 'The options of structuredClone');
  if (transfer === undefined) return [];
  const list = [...(transfer as Iterable<unknown>)];
  const refuse = (why: string): Error => new DOMException(`structuredClone cannot transfer ${why}.`, 'DataCloneError');
  for (const [index, each] of list.entries()) {
    if (!(each instanceof ArrayBuffer)) throw refuse('anything but an ArrayBuffer');
    if (list.indexOf(each) !== index) throw refuse('a buffer twice');
  }
  return list as ArrayBuffer[];
};

/** Makes the group. Needs `DOMException`. Refuses instances of the other groups' classes. */
export const install: WebGroup = (_parts, made) => {
  const DOMException = made.DOMException as ExceptionType;
  const refused = Object.values(made)
    .map((value) => (value as { prototype?: object }).prototype)
    .filter((prototype) => prototype !== undefined && prototype !== DOMException.prototype);
  const parts = { DOMException, refused: refused as object[] };

  const globals = {
    structuredClone(...given: unknown[]): unknown {
      needArguments(given.length, 1, 'structuredClone');
      const transferred = transferList(given[1], DOMException);
      const record = new Serializer(parts, transferred).serialize(given[0]);
      const detached = transferred.find((buffer) => buffer.detached);
      if (detached) throw new DOMException('structuredClone cannot transfer a detached buffer.', 'DataCloneError');
      const clone = new Deserializer().deserialize(record);
      // Buffers that the value did not contain are transferred as well.
      for (const buffer of transferred) if (!buffer.detached) buffer.transfer();
      return clone;
    },
  };
  return { globals };
};
