// Finds the members of the object that a `JsonScanner` has just read, without building values. It reads only the space around names and values again.

const SPACE = 0x20;

export interface Member {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Index of the first byte that is not white space. In valid JSON every byte up to U+0020 is white space. */
export const afterSpace = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while ((bytes[at] as number) <= SPACE) at += 1;
  return at;
};

/** Index behind the last byte before `to` that is no space. There must be one. */
export const beforeSpace = (bytes: Uint8Array, to: number): number => {
  let at = to;
  while ((bytes[at - 1] as number) <= SPACE) at -= 1;
  return at;
};

/** The value of the JSON string from `from` up to `to`. Without escapes it is the text between the quotes. */
export const stringOf = (bytes: Buffer, from: number, to: number): string => {
  const inner = bytes.toString('utf8', from + 1, to - 1);
  return inner.includes('\\') ? JSON.parse(`"${inner}"`) : inner;
};

/** The members between the marks that a `JsonScanner` made in these bytes, in order, including repeated ones. */
export const topLevelMembers = (bytes: Buffer, marks: Uint32Array): Member[] => {
  const members: Member[] = [];
  for (let at = 0; at + 2 < marks.length; at += 2) {
    const [before, colon, after] = [marks[at] as number, marks[at + 1] as number, marks[at + 2] as number];
    const name = stringOf(bytes, afterSpace(bytes, before + 1), beforeSpace(bytes, colon));
    members.push({ name, from: afterSpace(bytes, colon + 1), to: beforeSpace(bytes, after) });
  }
  return members;
};
