// `toolcell verify`: checks whether a trusted key has signed a packed plugin.

import { resolve } from 'node:path';
import { CONFIG_FLAG, type Command, type CommandContext, EXIT, JSON_FLAG, misused } from '../common/command.ts';
import { readNamed, signatureTextAt } from '../common/named-file.ts';
import { settingsFor } from '../common/settings.ts';
import { readPublicKey, type SignatureVerdict, verifySignature } from '../pack/signing/signature.ts';

export const command: Command = {
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
    about: [`Exit code ${EXIT.fault} for a signature that is missing, bad, or made with another key.`],
    examples: ['toolcell verify word-count-1.0.0.tgz --key ada.pub'],
  },
  async run(context) {
    const { args, cwd, style } = context;
    const path = resolve(cwd, args.word(0) ?? '');
    const bytes = readNamed(path);
    const publicKeys = trustedKeys(context);
    const signatureText = signatureTextAt(path);
    const verdict =
      signatureText === undefined
        ? { state: 'missing' as const }
        : verifySignature({ bytes, signatureText, publicKeys });
    if (verdict.state === 'good')
      return context.answer(
        { ok: true, ...verdict },
        `${style.stdout.good('✓')} signed by ${verdict.keyId}: ${verdict.trustedComment}`,
      );
    if (args.has('json')) context.print(JSON.stringify({ ok: false, ...verdict }, null, 2));
    else {
      const [reason, ...rest] = complaint(verdict);
      context.printError(`${style.stderr.bad('✗')} ${reason}`, ...rest.map((line) => `  ${line}`));
    }
    return EXIT.fault;
  },
};

const trustedKeys = (context: CommandContext): readonly string[] => {
  const key = context.args.value('key');
  if (key === undefined) {
    const { trustedKeys: keys } = settingsFor(context).config.plugins;
    if (keys.length === 0) throw misused('No key is trusted here. Give --key KEY, or set plugins.trustedKeys.');
    return keys;
  }
  const text = readPublicKey(key) ? key : readNamed(resolve(context.cwd, key)).toString();
  if (!readPublicKey(text)) throw misused(`--key: ${key} is not a public key in minisign's format`);
  return [text];
};

const complaint = (
  verdict: Exclude<SignatureVerdict, { state: 'good' }> | { readonly state: 'missing' },
): readonly string[] => {
  switch (verdict.state) {
    case 'missing':
      return ['There is no signature.', 'It should be next to the file, as FILE.minisig: toolcell sign FILE'];
    case 'unknown':
      return [`It is signed with the key ${verdict.keyId}, which is not trusted here.`];
    case 'bad':
      return [`${verdict.reason}.`, verdict.hint];
  }
};
