export const V8_FLAGS: Readonly<Record<'server' | 'runner', readonly string[]>>;
export const tryFlags: (
  nodePath: string,
  flags: readonly string[],
) => { readonly taken: readonly string[]; readonly refused: readonly string[] };
export const refusedLine: (flag: string, who: 'the server' | 'runners') => string;
