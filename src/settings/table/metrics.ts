// The section `metrics`: figures for Prometheus. Data only.

import { HOST } from './forms.ts';
import { off, text, whole } from './setting.ts';

export const METRICS = {
  enabled: off(
    'Serves figures of this server for Prometheus at `/metrics`, on `metrics.host` and `metrics.port`.',
    'A second port is a second door.',
  ),
  host: text(
    HOST,
    'Address or host name on which the figures are served.',
    'Any other address than a loopback one needs `metrics.open`.',
    '127.0.0.1',
  ),
  port: whole(
    { default: 9_464, min: 0, max: 65_535 },
    'TCP port on which the figures are served; 0 takes any free port, which the log names.',
    'The usual port for figures of an application.',
  ),
  open: off(
    'Lets everyone who reaches `metrics.host` read the figures, even if that is not a loopback address.',
    'A reader needs no key; only your network keeps others out.',
  ),
  clients: off('Counts calls by client too.', 'The names of clients tell who your customers are.'),
};
