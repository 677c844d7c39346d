// The figures about calls, read from their totals for a scrape. docs/observability.md has the same table. Front process, main thread.

import { FAULTS } from '../../shared/protocol/errors.ts';
import type { CallTotals, ToolTotals } from './call-totals.ts';
import { counter, type Figure } from './registry.ts';

type OfTool = (tool: ToolTotals) => number;

export const callFigures = (totals: CallTotals): Readonly<Record<string, Figure>> => {
  /** Without tools for which `isShown` is 0. */
  const perTool = (help: string, figureOf: OfTool, isShown: OfTool = () => 1): Figure =>
    counter('plugin tool', help, function* () {
      for (const tool of totals.named()) if (isShown(tool) > 0) yield [tool.labels, figureOf(tool)];
    });
  const counted = (label: string, help: string, counts: ReadonlyMap<string, number>): Figure =>
    counter(label, help, () => [...counts].map(([name, count]) => [{ [label]: name }, count]));
  const fetches: OfTool = (tool) => tool.fetches;
  const hostCalls: OfTool = (tool) => tool.hostCalls;
  const storeCalls: OfTool = (tool) => tool.storeCalls;
  const signatures: OfTool = (tool) => tool.signatures;
  return {
    toolcell_calls_total: counter('plugin tool code', 'Calls that were answered, by failure code or ok.', function* () {
      for (const { labels, codes } of totals.named())
        for (const [code, count] of codes) yield [{ ...labels, code }, count];
    }),
    toolcell_call_run_seconds_total: perTool(
      "Time from the start of the tool's code to its answer.",
      ({ runMs }) => runMs / 1_000,
    ),
    toolcell_call_cpu_seconds_total: perTool(
      'CPU time that calls used in their isolates.',
      ({ cpuMs }) => cpuMs / 1_000,
    ),
    toolcell_call_arguments_bytes_total: perTool('Bytes of arguments.', ({ argumentsBytes }) => argumentsBytes),
    toolcell_call_reply_bytes_total: perTool('Bytes of the bodies of replies.', ({ replyBytes }) => replyBytes),
    toolcell_host_calls_total: perTool('Host calls of tools.', hostCalls, hostCalls),
    toolcell_egress_requests_total: perTool('Requests that tools sent to the network.', fetches, fetches),
    toolcell_egress_request_bytes_total: perTool(
      'Bytes of the bodies that tools sent to the network.',
      ({ requestBytes }) => requestBytes,
      fetches,
    ),
    toolcell_egress_response_bytes_total: perTool(
      'Bytes of the bodies that tools received from the network.',
      ({ responseBytes }) => responseBytes,
      fetches,
    ),
    toolcell_store_calls_total: perTool('Requests of tools to the store.', storeCalls, storeCalls),
    toolcell_signatures_total: perTool('Signatures that tools asked for.', signatures, signatures),
    toolcell_client_calls_total: counter('client code', 'Calls by client, if metrics.clients is set.', function* () {
      for (const [client, codes] of totals.clients) for (const [code, count] of codes) yield [{ client, code }, count];
    }),
    toolcell_failures_total: counter(
      'fault',
      'Calls and requests that failed, by who has to change something: caller, plugin, operator, upstream or host.',
      () => FAULTS.map((fault) => [{ fault }, totals.failures[fault]]),
    ),
    toolcell_limits_hit_total: counted('limit', 'Calls that failed because they passed this limit.', totals.limits),
    toolcell_calls_denied_total: counted(
      'by',
      'Calls that an access rule or a quota refused, by its setting, such as throttling.quotas.NAME.calls.',
      totals.denied,
    ),
    toolcell_calls_replayed_total: counter(
      '',
      'Calls that were answered as the first call with the same idempotency key was.',
      () => [[{}, totals.replayed]],
    ),
    toolcell_requests_refused_total: counted(
      'code',
      'Requests that failed before a tool was known, such as those without a valid key.',
      totals.refused,
    ),
    toolcell_admin_requests_total: counter('action code', 'Requests to the admin API that had its key.', () =>
      [...totals.admin.values()].map(({ action, code, count }) => [{ action, code }, count]),
    ),
  };
};
