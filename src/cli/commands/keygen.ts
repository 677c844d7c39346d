// `toolcell keygen`: a pair of keys to sign archives with, in minisign's format.

import { relative, resolve } from 'node:path';
import { generateKeys } from '../../pack/signing/signature.ts';
import { ask } from '../ask.ts';
import { type Command, type CommandContext, EXIT, JSON_FLAG, misused } from '../command.ts';
import { writeNamed } from '../named-file.ts';
import { PASSWORD_FLAG, passwordInFile } from '../passwords.ts';

const OWNER_ONLY = 0o600;

export const command: Command = {
  name: 'keygen',
  summary: 'Make a pair of keys to sign packed plugins with.',
  usage: {
    flags: {
      out: { argument: 'NAME', meaning: 'writes NAME.key and NAME.pub; default: "toolcell"' },
      ...PASSWORD_FLAG,
      'no-password': { meaning: 'leave the secret key without a password' },
      ...JSON_FLAG,
    },
    about: [
      "The keys are in minisign's format. Keep the .key to yourself; give the line in the .pub to operators, for plugins.trustedKeys.",
      'Asks for a password, on a terminal only. Never writes over a key.',
    ],
    examples: ['toolcell keygen --out ada'],
  },
  async run(context) {
    const { given, cwd, paint } = context;
    const base = resolve(cwd, given.value('out') ?? 'toolcell');
    const password = await wantedPassword(context);
    const keys = generateKeys(password === undefined ? {} : { password });
    writeNamed(`${base}.key`, keys.secretKeyText, { mode: OWNER_ONLY });
    writeNamed(`${base}.pub`, keys.publicKeyText);
    const { keyId, publicKey } = keys;
    const files = { secretKey: `${base}.key`, publicKey: `${base}.pub` };
    if (given.has('json')) context.print(JSON.stringify({ ok: true, keyId, publicKey, files }, null, 2));
    else
      context.print(
        `${paint.stdout.good('✓')} ${relative(cwd, files.secretKey)} signs: keep it to yourself.`,
        `${paint.stdout.good('✓')} ${relative(cwd, files.publicKey)} verifies. For an operator's sandbox.config.json:`,
        `  "plugins": { "trustedKeys": ["${publicKey}"] }`,
      );
    return EXIT.done;
  },
};

const wantedPassword = async (context: CommandContext): Promise<string | undefined> => {
  const inFile = passwordInFile(context);
  const isWithout = context.given.has('no-password');
  if (inFile !== undefined && isWithout) throw misused('Choose one of --password-file and --no-password.');
  if (inFile !== undefined || isWithout) return inFile;
  if (!context.isInteractive)
    throw misused('Cannot ask for a password: not a terminal. Give --password-file FILE or --no-password.');
  const password = await ask(context, 'Password of the secret key (empty for none): ', { isSecret: true });
  if (password === '') return undefined;
  if ((await ask(context, 'Once more: ', { isSecret: true })) !== password) throw misused('The two passwords differ.');
  return password;
};
