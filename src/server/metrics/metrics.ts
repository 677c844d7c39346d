// The figures of one server: counted from its log entries, and served for Prometheus. Front process, main thread.
//
// The figures have a port of their own, a loopback one unless `metrics.open` is set, and need no key there. The port of the tools is for agents
// and may be shared by servers: a path without a key would tell callers what others call, and an API key could also call tools. Most collectors
// are set up without a key. `GET /admin/metrics` has the figures too, for an admin key that may only read.
//
// No caller can make up the value of a label, because that would fill memory: tools count under their name if a plugin has them, clients if their
// credential was checked, up to 200 each. The names of the rest have brackets, which no tool, client or cordon can have. prom-client writes the
// text, but its lookup by labels costs 0.3 µs each, so only the two histograms are counted there per call.
//
// Rejected: OpenTelemetry metrics, a second SDK on the path of a call; durations by failure code, fifteen lines for each code and tool; zeros for
// codes that have not occurred. Costs: prom-client measures the event loop every 10 ms, and a store that does not answer a scrape in a second is
// shown as it was before.

import type { AdminLogEntry, FiguresText } from '../../front/http/admin.ts';
import type { CallLogEntry } from '../../front/http/call-log.ts';
import type { Config } from '../../settings/config.ts';
import { CallTotals } from './call-totals.ts';
import { Exporter } from './exporter.ts';
import { openListener } from './listener.ts';
import { HostRegistry } from './registry.ts';
import type { Sources } from './sources.ts';

/** Tools that have figures of their own, and as many plugins and clients. A tool is about 50 lines, which the collector keeps for weeks. */
const NAMES = 200;

/** Begins to count and to serve. Rejects with the system's error if it cannot listen. `onError`: called if a scrape failed, which is a bug. */
export const openMetrics = async (
  { host, port, open, clients }: Config['metrics'],
  sources: Sources,
  onError: (error: unknown) => void,
) => {
  const pluginOf = (toolName: string): string | undefined => sources.catalog().routes.get(toolName)?.pluginName;
  const registry = new HostRegistry();
  const { durations, queueTimes } = registry;
  const totals = new CallTotals({ names: NAMES, clients, pluginOf, durations, queueTimes });
  const exporter = new Exporter({ totals, sources, names: NAMES, registry });
  const { contentType } = exporter;
  const listener = await openListener({ host, port, isOpen: open, text: () => exporter.text(), contentType, onError });
  return {
    url: listener.url,
    read: async (): Promise<FiguresText> => ({ text: await exporter.text(), type: contentType }),
    noteCall: (entry: CallLogEntry) => totals.note(entry),
    noteAdmin: (entry: AdminLogEntry) => totals.noteAdmin(entry),
    close: () => listener.close(),
  };
};
