// The section `metrics`: figures for Prometheus. Data only.

import { HOST } from './forms.ts';
import { off, text, whole } from './setting.ts';

/** Figures for Prometheus. */
export const METRICS = {
  enabled: off(
    'Serves figures of this server for Prometheus at `/metrics`, on `metrics.host` and `metrics.port`.',
    'A laptop has nobody who reads them, and a second port is a second door.',
  ),
  host: text(
    HOST,
    'Address or host name on which the figures are served.',
    'They name tools and show how busy the server is; any other address than a loopback one needs `metrics.open`.',
    '127.0.0.1',
  ),
  port: whole(
    { default: 9_464, min: 0, max: 65_535 },
    'TCP port on which the figures are served; 0 takes any free port, which the log names.',
    'The usual port for the figures of an application; agents have no business on it, so it is not that of the tools.',
  ),
  open: off(
    'Lets everyone who reaches `metrics.host` read the figures, even if that is not a loopback address.',
    'A reader needs no key, because collectors rarely send one; only your network keeps others out.',
  ),
  clients: off('Counts calls by client too.', 'The names of clients tell who your customers are.'),
};
