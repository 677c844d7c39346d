// Which of the guest's headers leave, and which are ours to write. Control thread.

import type { Header } from './fetch-ask.ts';
import { notAllowed } from './refusal.ts';

/** Written by us or by the connection, whatever the guest says: left out without a word, as browsers do. */
const OURS = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
  'content-length',
  'accept-encoding',
  'via',
]);

/** Frameworks take method or path from these: they would lead around the manifest's rules. */
const OVERRIDES = new Set([
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-rewrite-url',
]);

/** What {@link FetchGiven} is decompressed from; see decode.ts. */
const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** The headers that leave, in the guest's order and with ours in front. Throws where one would get around a rule. */
export const leavingHeaders = (headers: readonly Header[]): readonly Header[] => {
  const override = headers.find(([name]) => OVERRIDES.has(name));
  if (override)
    throw notAllowed(
      `The header ${override[0]} could change which method or path is meant; send the request itself so, and leave the header out.`,
      { denied: { rule: 'manifest' } },
    );
  const own = headers.filter(([name]) => !OURS.has(name) && !name.startsWith('proxy-'));
  const agent: readonly Header[] = own.some(([name]) => name === 'user-agent') ? [] : [['user-agent', 'toolcell']];
  return [['accept-encoding', ACCEPT_ENCODING], ...agent, ...own];
};
