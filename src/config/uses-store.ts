import type { Config } from './config.ts';

/** True if some plugin may use the store: only then does it matter whether the store serves. */
export const usesStore = ({ grants }: Pick<Config, 'grants'>): boolean =>
  Object.values(grants).some(({ store }) => store === true);
