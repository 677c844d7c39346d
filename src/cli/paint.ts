// Colour for a terminal, and for nothing else: not for a pipe or a file, and not where NO_COLOR asks for none.

import { styleText } from 'node:util';
import type { Paint } from './command.ts';

type Style = Parameters<typeof styleText>[0];

const plain = (text: string): string => text;

/** Paints for a stream. `NO_COLOR` with any value, and `TERM=dumb`, turn it off (https://no-color.org). */
export const paintFor = (
  { isTTY }: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Paint => {
  const isColoured = isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const styled = (style: Style) =>
    isColoured ? (text: string): string => styleText(style, text, { validateStream: false }) : plain;
  return {
    good: styled('green'),
    bad: styled('red'),
    warning: styled('yellow'),
    strong: styled('bold'),
    faint: styled('dim'),
  };
};
