// Colours text for a terminal. Pipes and files get none, and neither does a terminal if NO_COLOR is set.

import { styleText } from 'node:util';
import type { Style } from './command.ts';

type Format = Parameters<typeof styleText>[0];

const plain = (text: string): string => text;

/** The style of a stream. `NO_COLOR` with any value, or `TERM=dumb`, turns colour off (https://no-color.org). */
export const styleFor = (
  { isTTY }: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Style => {
  const isColoured = isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const styled = (format: Format) =>
    isColoured ? (text: string): string => styleText(format, text, { validateStream: false }) : plain;
  return {
    good: styled('green'),
    bad: styled('red'),
    warning: styled('yellow'),
    strong: styled('bold'),
    faint: styled('dim'),
  };
};
