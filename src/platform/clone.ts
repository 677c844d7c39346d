// structuredClone, as the HTML standard has it. Runs inside the isolate, as a group of the platform.
//
// Written here: the libraries that have it clone by what a value says of itself, or keep a store that all their modules share.

import type { PlatformGroup } from '../guest/parts.ts';
import { Maker } from './clone/deserialize.ts';
import { Reader } from './clone/serialize.ts';
import { dictionaryOf, type ExceptionType, needArguments } from './standard/interface.ts';

/** The buffers that the caller gives away. Throws DataCloneError for what cannot be given, or is given twice. */
const transferList = (options: unknown, DOMException: ExceptionType): readonly ArrayBuffer[] => {
  const { transfer } = dictionaryOf(options, 'The options of structuredClone');
  if (transfer === undefined) return [];
  const list = [...(transfer as Iterable<unknown>)];
  const refuse = (why: string): Error => new DOMException(`structuredClone cannot transfer ${why}.`, 'DataCloneError');
  for (const [index, each] of list.entries()) {
    if (!(each instanceof ArrayBuffer)) throw refuse('what is no ArrayBuffer');
    if (list.indexOf(each) !== index) throw refuse('a buffer twice');
  }
  return list as ArrayBuffer[];
};

/** Makes the group; needs `DOMException`. Instances of the other groups' classes are refused. */
export const install: PlatformGroup = (_parts, made) => {
  const DOMException = made.DOMException as ExceptionType;
  const refused = Object.values(made)
    .map((value) => (value as { prototype?: object }).prototype)
    .filter((prototype) => prototype !== undefined && prototype !== DOMException.prototype);
  const parts = { DOMException, refused: refused as object[] };

  const globals = {
    structuredClone(...given: unknown[]): unknown {
      needArguments(given.length, 1, 'structuredClone');
      const transferred = transferList(given[1], DOMException);
      const record = new Reader(parts, transferred).read(given[0]);
      const detached = transferred.find((buffer) => buffer.detached);
      if (detached) throw new DOMException('structuredClone cannot transfer a detached buffer.', 'DataCloneError');
      const clone = new Maker(DOMException).make(record);
      // Those that the value did not hold are given away all the same.
      for (const buffer of transferred) if (!buffer.detached) buffer.transfer();
      return clone;
    },
  };
  return { globals };
};
