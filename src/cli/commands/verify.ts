// `toolcell verify`: whether a packed plugin is what somebody trusted has signed.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SIGNATURE_ENDING } from '../../catalog/bundle/bundle.ts';
import { readPublicKey, type SignatureVerdict, verifySignature } from '../../pack/signing/signature.ts';
import { CONFIG_FLAG, type Command, type CommandContext, EXIT, JSON_FLAG, misused } from '../command.ts';
import { readNamed } from '../named-file.ts';
import { settingsFor } from '../settings.ts';

export const command: Command = {
  name: 'verify',
  summary: 'Tell whether the signature of a packed plugin is good, and whose it is.',
  usage: {
    words: [{ name: 'FILE', meaning: 'the .tgz; its signature is FILE.minisig' }],
    flags: {
      key: {
        argument: 'KEY',
        meaning: "a public key, or its .pub file; default: the operator's plugins.trustedKeys",
      },
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [`Exit code ${EXIT.fault} for a signature that is missing, bad, or by a key that is not among those.`],
    examples: ['toolcell verify word-count-1.0.0.tgz --key ada.pub'],
  },
  async run(context) {
    const { given, cwd, paint } = context;
    const path = resolve(cwd, given.word(0) ?? '');
    const bytes = readNamed(path);
    const publicKeys = trustedKeys(context);
    const signaturePath = `${path}${SIGNATURE_ENDING}`;
    const verdict: SignatureVerdict | { readonly state: 'missing' } = existsSync(signaturePath)
      ? verifySignature({ bytes, signatureText: readNamed(signaturePath).toString(), publicKeys })
      : { state: 'missing' };
    const isGood = verdict.state === 'good';
    if (given.has('json')) context.print(JSON.stringify({ ok: isGood, ...verdict }, null, 2));
    else if (verdict.state === 'good')
      context.print(`${paint.stdout.good('✓')} signed by ${verdict.keyId}: ${verdict.trustedComment}`);
    else
      context.complain(
        ...complaint(verdict).map((line, index) => `${index === 0 ? `${paint.stderr.bad('✗')} ` : '  '}${line}`),
      );
    return isGood ? EXIT.done : EXIT.fault;
  },
};

const trustedKeys = (context: CommandContext): readonly string[] => {
  const key = context.given.value('key');
  if (key === undefined) {
    const { trustedKeys: keys } = settingsFor(context).config.plugins;
    if (keys.length === 0) throw misused('No key is trusted here. Give --key KEY, or set plugins.trustedKeys.');
    return keys;
  }
  const text = readPublicKey(key) ? key : readNamed(resolve(context.cwd, key)).toString();
  if (!readPublicKey(text)) throw misused(`--key: ${key} is no public key in minisign's format`);
  return [text];
};

const complaint = (
  verdict: Exclude<SignatureVerdict, { state: 'good' }> | { readonly state: 'missing' },
): readonly string[] => {
  switch (verdict.state) {
    case 'missing':
      return ['There is no signature.', 'It should lie beside the file, as FILE.minisig: toolcell sign FILE'];
    case 'unknown':
      return [`It is signed with the key ${verdict.keyId}, which is not trusted here.`];
    case 'bad':
      return [`${verdict.reason}.`, verdict.hint];
  }
};
