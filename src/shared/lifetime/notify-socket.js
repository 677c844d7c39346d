// Lets the server speak to systemd. Node cannot send datagrams to a Unix socket, so Perl, which the server needs on Linux anyhow, opens the socket
// and becomes the server, which inherits the socket. So messages come from the server's own process, and systemd takes them from no other
// (`NotifyAccess=main`). JavaScript, because toolcell.js needs it before TypeScript is loaded.

import { existsSync } from 'node:fs';

/** Environment variable with the number of the inherited descriptor: a socket that is connected to systemd. */
export const NOTIFY_VARIABLE = 'TOOLCELL_NOTIFY_FD';

const PERLS = ['/usr/bin/perl', '/bin/perl', '/usr/local/bin/perl'];

/**
 * Without a connection the server starts all the same. The socket does not block, so that systemd cannot stop the server by not reading. Node
 * marks the descriptor so that no child of the server inherits it.
 */
const SCRIPT = `
use strict; use Socket; use Fcntl;
my $path = delete $ENV{NOTIFY_SOCKET};
$path =~ s/^@/\\0/;
my $socket;
if (socket($socket, AF_UNIX, SOCK_DGRAM, 0) and connect($socket, pack_sockaddr_un($path))) {
  fcntl($socket, F_SETFL, O_NONBLOCK);
  fcntl($socket, F_SETFD, 0);
  $ENV{${NOTIFY_VARIABLE}} = fileno($socket);
}
exec { $ARGV[0] } @ARGV;
die "$ARGV[0]: $!";
`;

/**
 * The program, its words and its environment that start `nodePath` with these words, and with a connection to systemd if systemd waits for messages.
 *
 * @param {string} nodePath
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @returns {readonly [program: string, words: readonly string[], env: NodeJS.ProcessEnv]}
 */
export const withNotifySocket = (nodePath, words, env) => {
  const { [NOTIFY_VARIABLE]: _, ...clean } = env;
  const perl = env.NOTIFY_SOCKET === undefined ? undefined : PERLS.find((path) => existsSync(path));
  if (perl === undefined || process.platform !== 'linux') return [nodePath, words, clean];
  return [perl, ['-e', SCRIPT, nodePath, ...words], clean];
};
