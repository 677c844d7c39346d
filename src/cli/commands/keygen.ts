// `toolcell keygen`: makes a pair of keys in minisign's format, to sign archives with.

import { relative, resolve } from 'node:path';
import { ask } from '../common/ask.ts';
import { type Command, type CommandContext, JSON_FLAG, misused } from '../common/command.ts';
import { PASSWORD_FLAG, passwordInFile, writeNamed } from '../common/named-file.ts';
import { generateKeys } from '../pack/signing/signature.ts';

const OWNER_ONLY = 0o600;

export const command: Command = {
  usage: {
    flags: {
      out: { argument: 'NAME', meaning: 'writes NAME.key and NAME.pub; default: "toolcell"' },
      ...PASSWORD_FLAG,
      'no-password': { meaning: 'leave the secret key without a password' },
      ...JSON_FLAG,
    },
    about: [
      "The keys are in minisign's format. Keep the .key file secret. Give the line in the .pub file to operators, for plugins.trustedKeys.",
      'Asks for a password, on a terminal only. Never replaces a key.',
    ],
    examples: ['toolcell keygen --out ada'],
  },
  async run(context) {
    const { args, cwd, style } = context;
    const base = resolve(cwd, args.value('out') ?? 'toolcell');
    const password = await wantedPassword(context);
    const keys = generateKeys(password === undefined ? {} : { password });
    writeNamed(`${base}.key`, keys.secretKeyText, { mode: OWNER_ONLY });
    writeNamed(`${base}.pub`, keys.publicKeyText);
    const { keyId, publicKey } = keys;
    const files = { secretKey: `${base}.key`, publicKey: `${base}.pub` };
    return context.answer(
      { ok: true, keyId, publicKey, files },
      `${style.stdout.good('✓')} ${relative(cwd, files.secretKey)} signs. Keep it secret.`,
      `${style.stdout.good('✓')} ${relative(cwd, files.publicKey)} verifies. For an operator's sandbox.config.json:`,
      `  "plugins": { "trustedKeys": ["${publicKey}"] }`,
    );
  },
};

const wantedPassword = async (context: CommandContext): Promise<string | undefined> => {
  const inFile = passwordInFile(context);
  const isWithout = context.args.has('no-password');
  if (inFile !== undefined && isWithout) throw misused('Choose one of --password-file and --no-password.');
  if (inFile !== undefined || isWithout) return inFile;
  if (!context.isInteractive)
    throw misused('Cannot ask for a password: not a terminal. Give --password-file FILE or --no-password.');
  const password = await ask(context, 'Password of the secret key (empty for none): ', { isSecret: true });
  if (password === '') return undefined;
  if ((await ask(context, 'Once more: ', { isSecret: true })) !== password) throw misused('The two passwords differ.');
  return password;
};
