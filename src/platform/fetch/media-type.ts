// Types of bodies, from headers. Runs inside the isolate.

import MIMEType from 'whatwg-mimetype/lib/mime-type.js';
import { lowerCase } from '../standard/strings.ts';
import { type HeaderList, joinedValue } from './header-list.ts';

export type MediaType = InstanceType<typeof MIMEType>;

/** The type that headers say; where they say more than one, the last that is well formed. */
export const extractType = (list: HeaderList): MediaType | undefined => {
  if (joinedValue(list, 'content-type') === null) return undefined;
  return (
    list
      .filter(([name]) => lowerCase(name) === 'content-type')
      .map(([, value]) => MIMEType.parse(value))
      .findLast((type) => type !== null && type.essence !== '*/*') ?? undefined
  );
};
