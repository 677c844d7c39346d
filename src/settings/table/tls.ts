// The section `server.tls`: certificates of this server and of its callers. Data only.

import { NO_FILE } from './forms.ts';
import { choice, needing, text } from './setting.ts';

export const TLS = {
  certificateFile: needing(
    ['server.tls.keyFile'],
    text(
      NO_FILE,
      'File of the certificate in PEM, with its chain below it; with it the server speaks HTTPS on `server.port`, and HTTP no more.',
      'Callers on the same machine need none.',
    ),
  ),
  keyFile: needing(
    ['server.tls.certificateFile'],
    text(
      NO_FILE,
      'File of the private key of `certificateFile` in PEM, without a password, that only its owner and its group may read.',
      'Whoever can read it can pass for this server.',
    ),
  ),
  minVersion: choice(
    ['TLSv1.2', 'TLSv1.3'],
    'TLSv1.2',
    'The oldest version of TLS that callers may speak.',
    'Every client of the last ten years speaks 1.2; older versions are broken.',
  ),
  clientCertificates: needing(
    ['server.tls.certificateFile', 'server.tls.clientCaFile'],
    choice(
      ['off', 'optional', 'required'],
      'off',
      'Whether callers send a certificate: `optional` asks for one, `required` ends the handshake of a connection without a valid one.',
      'Browsers, most agents and health checks have none.',
    ),
  ),
  clientCaFile: needing(
    ['server.tls.clientCertificates'],
    text(
      NO_FILE,
      "File of the authorities in PEM that sign callers' certificates.",
      'Only your own authority should say who a client is.',
    ),
  ),
  crlFile: needing(
    ['server.tls.clientCaFile'],
    text(
      NO_FILE,
      'File of the revocation lists of these authorities in PEM, one for each.',
      'After the last day of a list no certificate is accepted.',
    ),
  ),
};
