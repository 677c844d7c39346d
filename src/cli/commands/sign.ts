// `toolcell sign`: the signature of a packed plugin, as a file beside it.

import { basename, relative, resolve } from 'node:path';
import { SIGNATURE_ENDING } from '../../catalog/bundle/bundle.ts';
import { KeyUnusable, signBytes } from '../../pack/signing/signature.ts';
import { ask } from '../ask.ts';
import { type Command, type CommandContext, CommandFailed, EXIT, JSON_FLAG } from '../command.ts';
import { readNamed, writeNamed } from '../named-file.ts';
import { PASSWORD_FLAG, passwordInFile } from '../passwords.ts';

export const command: Command = {
  name: 'sign',
  summary: 'Sign a packed plugin, so that an operator can tell whose it is.',
  usage: {
    words: [{ name: 'FILE', meaning: 'the .tgz that "toolcell pack" made' }],
    flags: {
      key: { argument: 'FILE', meaning: 'the secret key; default: toolcell.key' },
      comment: { argument: 'TEXT', meaning: 'one line that is signed with the file; default: its name' },
      ...PASSWORD_FLAG,
      ...JSON_FLAG,
    },
    about: [
      "Writes FILE.minisig, in minisign's format, over an earlier one. It goes into the plugins folder with the file.",
    ],
    examples: ['toolcell sign word-count-1.0.0.tgz --key ada.key'],
  },
  async run(context) {
    const { given, cwd, paint } = context;
    const path = resolve(cwd, given.word(0) ?? '');
    const bytes = readNamed(path);
    const secretKeyText = readNamed(resolve(cwd, given.value('key') ?? 'toolcell.key')).toString();
    const trustedComment = given.value('comment') ?? `file:${basename(path)}`;
    const signature = await signed(context, { bytes, secretKeyText, trustedComment });
    const out = `${path}${SIGNATURE_ENDING}`;
    writeNamed(out, signature, { mayReplace: true });
    if (given.has('json')) context.print(JSON.stringify({ ok: true, file: out }, null, 2));
    else context.print(`${paint.stdout.good('✓')} ${relative(cwd, out)}`);
    return EXIT.done;
  },
};

type ToSign = Omit<Parameters<typeof signBytes>[0], 'password'>;

/** Asks for a password only where the key turns out to have one. */
const signed = async (context: CommandContext, toSign: ToSign): Promise<string> => {
  const password = passwordInFile(context);
  try {
    return signBytes({ ...toSign, ...(password !== undefined && { password }) });
  } catch (error) {
    if (!(error instanceof KeyUnusable)) throw error;
    const isLocked = password === undefined && error.message.includes('Give its password');
    if (!isLocked || !context.isInteractive) throw new CommandFailed(EXIT.usage, error.message, hintFor(isLocked));
  }
  return signBytes({ ...toSign, password: await ask(context, 'Password of the secret key: ', { isSecret: true }) });
};

const hintFor = (isLocked: boolean): string =>
  isLocked ? 'Give --password-file FILE.' : 'Name another key with --key FILE, or make one with "toolcell keygen".';
