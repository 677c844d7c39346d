// Which words of an import order the operator's setting `plugins.imports` allows. Files and folders of the server are never among them. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import { quoted } from '../../shared/text/quoted.ts';

const PACKAGE = /^npm:((?:@[a-z0-9][\w.-]{0,100}\/)?[a-z0-9][\w.-]{0,100})(?:@[\w.^~<>=*+-]{1,100})?$/;
const ADDRESS = /^https?:\/\/[!-~]{1,1000}$/;

/** `npm:NAME`, without its version, or the origin of an address. Fails with: invalid_request. */
const sourceOf = (what: string): string => {
  const [, name] = PACKAGE.exec(what) ?? [];
  if (name !== undefined) return `npm:${name}`;
  const url = ADDRESS.test(what) ? URL.parse(what) : null;
  if (url !== null && url.username === '' && url.password === '') return url.origin;
  const detail = `"what" is ${quoted(what)}. It must be a package such as npm:@scope/name@1.2.3, or the address of a description of an API, without a user name.`;
  throw new CallError('invalid_request', detail);
};

const covers = (allowed: string, source: string): boolean =>
  allowed === source || (allowed.endsWith('*') && source.startsWith(allowed.slice(0, -1)));

/** Fails with: invalid_request for words that name nothing, forbidden for what the setting does not name. */
export const refuseSource = (what: string, allowed: readonly string[]): void => {
  const source = sourceOf(what);
  if (allowed.some((one) => covers(one, source))) return;
  const detail = `The setting plugins.imports of this server does not allow imports from ${quoted(source)}. An operator adds it there.`;
  throw new CallError('forbidden', detail, { more: { setting: 'plugins.imports' } });
};
