// The client of a server for commands that ask one, with errors that say what to do.

import {
  createClient,
  ForeignReplyError,
  ToolcellError,
  UnreachableError,
} from '../../../packages/client/src/client.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { type CommandContext, CommandFailed, EXIT, misused } from './command.ts';

export const DEFAULT_URL = 'http://127.0.0.1:3000';

export type ServerClient = ReturnType<typeof createClient>;

/** The client of the server at `url`, with the API key in TOOLCELL_KEY. `where` names the word or flag of the address. Opens no connection. */
export const clientOf = (
  { env }: Pick<CommandContext, 'env'>,
  { url, where, mostReplyBytes }: { readonly url: string; readonly where: string; readonly mostReplyBytes?: number },
): ServerClient => {
  const { TOOLCELL_KEY: key } = env;
  try {
    return createClient({ url, ...(mostReplyBytes !== undefined && { mostReplyBytes }), ...(key ? { key } : {}) });
  } catch (error) {
    throw misused(`${where}: ${shown(url)} is not an address of a server: ${(error as Error).message}`);
  }
};

/** A server that refuses the caller is asked wrongly; one that is away or another program is the host's fault. `waitedMs`: for a time that ran out. */
export const explained = (error: unknown, url: string, waitedMs?: number): unknown => {
  if (error instanceof ToolcellError)
    return new CommandFailed(
      error.fault === 'host' ? EXIT.host : EXIT.usage,
      `${error.code}: ${shown(error.detail, 2_000)}`,
    );
  if (error instanceof UnreachableError) {
    const { cause } = error as { cause?: { cause?: { message?: string } } };
    return new CommandFailed(EXIT.host, `${shown(url)} cannot be reached: ${cause?.cause?.message || 'no reply'}`);
  }
  if (error instanceof ForeignReplyError) return new CommandFailed(EXIT.host, shown(error.message, 500));
  if (error instanceof Error && error.name === 'TimeoutError' && waitedMs !== undefined)
    return new CommandFailed(EXIT.host, `${shown(url)} has not answered within ${waitedMs / 1_000} s.`);
  return error;
};
