// `toolcell sign`: writes the signature of a packed plugin into a file next to it.

import { basename, relative, resolve } from 'node:path';
import { SIGNATURE_ENDING } from '../../catalog/bundle/bundle.ts';
import { ask } from '../common/ask.ts';
import { type Command, type CommandContext, JSON_FLAG, misused } from '../common/command.ts';
import { PASSWORD_FLAG, passwordInFile, readNamed, writeNamed } from '../common/named-file.ts';
import { KeyUnusable, signBytes } from '../pack/signing/signature.ts';

export const command: Command = {
  usage: {
    words: [{ name: 'FILE', meaning: 'the .tgz that "toolcell pack" made' }],
    flags: {
      key: { argument: 'FILE', meaning: 'the secret key; default: toolcell.key' },
      comment: { argument: 'TEXT', meaning: 'one line that is signed with the file; default: its name' },
      ...PASSWORD_FLAG,
      ...JSON_FLAG,
    },
    about: [
      "Writes FILE.minisig in minisign's format, and replaces an earlier one. Put both files into the plugins folder.",
    ],
    examples: ['toolcell sign word-count-1.0.0.tgz --key ada.key'],
  },
  async run(context) {
    const { args, cwd, style } = context;
    const path = resolve(cwd, args.word(0) ?? '');
    const bytes = readNamed(path);
    const secretKeyText = readNamed(resolve(cwd, args.value('key') ?? 'toolcell.key')).toString();
    const trustedComment = args.value('comment') ?? `file:${basename(path)}`;
    const signature = await signed(context, { bytes, secretKeyText, trustedComment });
    const out = `${path}${SIGNATURE_ENDING}`;
    writeNamed(out, signature, { mayReplace: true });
    return context.answer({ ok: true, file: out }, `${style.stdout.good('✓')} ${relative(cwd, out)}`);
  },
};

/** Asks for a password only if the key has one. Throws `CommandFailed` for a key that cannot be used, for exit code 2. */
const signed = async (context: CommandContext, toSign: Parameters<typeof signBytes>[0]): Promise<string> => {
  const password = passwordInFile(context);
  try {
    return signBytes({ ...toSign, ...(password !== undefined && { password }) });
  } catch (error) {
    if (!(error instanceof KeyUnusable)) throw error;
    const isLocked = password === undefined && error.message.includes('Give its password');
    const other = 'Name another key with --key FILE, or make one with "toolcell keygen".';
    const hint = isLocked ? 'Give --password-file FILE.' : other;
    if (!isLocked || !context.isInteractive) throw misused(error.message, hint);
  }
  return signBytes({ ...toSign, password: await ask(context, 'Password of the secret key: ', { isSecret: true }) });
};
