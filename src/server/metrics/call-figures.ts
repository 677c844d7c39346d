// The figures about calls, read from their totals for a scrape. docs/observability.md has the same table. Front process, main thread.

import { FAULTS } from '../../shared/protocol/errors.ts';
import type { CallTotals, ToolTotals } from './call-totals.ts';
import { counter, type Figure, type Sample } from './registry.ts';

export const callFigures = (totals: CallTotals): Readonly<Record<string, Figure>> => {
  const perTool = (figureOf: (tool: ToolTotals) => number, isKnown: (tool: ToolTotals) => boolean = () => true) =>
    function* (): Generator<Sample> {
      for (const tool of totals.named()) if (isKnown(tool)) yield [tool.labels, figureOf(tool)];
    };
  const hasFetched = ({ fetches }: ToolTotals): boolean => fetches > 0;
  return {
    toolcell_calls_total: counter('plugin tool code', 'Calls that were answered, by failure code or ok.', function* () {
      for (const { labels, codes } of totals.named())
        for (const [code, count] of codes) yield [{ ...labels, code }, count];
    }),
    toolcell_call_run_seconds_total: counter(
      'plugin tool',
      "Time from the start of the tool's code to its answer.",
      perTool(({ runMs }) => runMs / 1_000),
    ),
    toolcell_call_cpu_seconds_total: counter(
      'plugin tool',
      'CPU time that calls used in their isolates.',
      perTool(({ cpuMs }) => cpuMs / 1_000),
    ),
    toolcell_call_arguments_bytes_total: counter(
      'plugin tool',
      'Bytes of arguments.',
      perTool(({ argumentsBytes }) => argumentsBytes),
    ),
    toolcell_call_reply_bytes_total: counter(
      'plugin tool',
      'Bytes of the bodies of replies.',
      perTool(({ replyBytes }) => replyBytes),
    ),
    toolcell_host_calls_total: counter(
      'plugin tool',
      'Host calls of tools.',
      perTool(
        ({ hostCalls }) => hostCalls,
        ({ hostCalls }) => hostCalls > 0,
      ),
    ),
    toolcell_egress_requests_total: counter(
      'plugin tool',
      'Requests that tools sent to the network.',
      perTool(({ fetches }) => fetches, hasFetched),
    ),
    toolcell_egress_request_bytes_total: counter(
      'plugin tool',
      'Bytes of the bodies that tools sent to the network.',
      perTool(({ requestBytes }) => requestBytes, hasFetched),
    ),
    toolcell_egress_response_bytes_total: counter(
      'plugin tool',
      'Bytes of the bodies that tools received from the network.',
      perTool(({ responseBytes }) => responseBytes, hasFetched),
    ),
    toolcell_store_calls_total: counter(
      'plugin tool',
      'Requests of tools to the store.',
      perTool(
        ({ storeCalls }) => storeCalls,
        ({ storeCalls }) => storeCalls > 0,
      ),
    ),
    toolcell_client_calls_total: counter('client code', 'Calls by client, if metrics.clients is set.', function* () {
      for (const [client, codes] of totals.clients) for (const [code, count] of codes) yield [{ client, code }, count];
    }),
    toolcell_failures_total: counter(
      'fault',
      'Calls and requests that failed, by who has to change something: caller, plugin, operator, upstream or host.',
      () => FAULTS.map((fault) => [{ fault }, totals.failures[fault]]),
    ),
    toolcell_limits_hit_total: counter('limit', 'Calls that failed because they passed this limit.', () =>
      counted('limit', totals.limits),
    ),
    toolcell_calls_denied_total: counter(
      'by',
      'Calls that an access rule or a quota refused, by its setting, such as throttling.quotas.NAME.calls.',
      () => counted('by', totals.denied),
    ),
    toolcell_calls_replayed_total: counter(
      '',
      'Calls that were answered as the first call with the same idempotency key was.',
      () => [[{}, totals.replayed]],
    ),
    toolcell_requests_refused_total: counter(
      'code',
      'Requests that failed before a tool was known, such as those without a valid key.',
      () => counted('code', totals.refused),
    ),
    toolcell_admin_requests_total: counter('action code', 'Requests to the admin API that had its key.', () =>
      [...totals.admin.values()].map(({ action, code, count }) => [{ action, code }, count]),
    ),
  };
};

function* counted(label: string, counts: ReadonlyMap<string, number>): Generator<Sample> {
  for (const [name, count] of counts) yield [{ [label]: name }, count];
}
