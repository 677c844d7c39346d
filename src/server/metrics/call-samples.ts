// Reads the figures about calls from their totals, for a scrape. Front process, main thread.

import { FAULTS } from '../../shared/protocol/errors.ts';
import type { CallTotals, ToolTotals } from './call-totals.ts';
import type { Sample, Samples } from './registry.ts';

/** The families that are read from the totals. */
export type CallSamples = ReturnType<typeof callSamples>;

export const callSamples = (totals: CallTotals) => {
  const perTool = (figureOf: (tool: ToolTotals) => number, isKnown: (tool: ToolTotals) => boolean = () => true) =>
    function* (): Generator<Sample> {
      for (const tool of totals.named()) if (isKnown(tool)) yield [tool.labels, figureOf(tool)];
    };
  const hasFetched = ({ fetches }: ToolTotals): boolean => fetches > 0;
  return {
    toolcell_calls_total: function* () {
      for (const { labels, codes } of totals.named())
        for (const [code, count] of codes) yield [{ ...labels, code }, count];
    },
    toolcell_call_run_seconds_total: perTool(({ runMs }) => runMs / 1_000),
    toolcell_call_cpu_seconds_total: perTool(({ cpuMs }) => cpuMs / 1_000),
    toolcell_call_arguments_bytes_total: perTool(({ argumentsBytes }) => argumentsBytes),
    toolcell_call_reply_bytes_total: perTool(({ replyBytes }) => replyBytes),
    toolcell_host_calls_total: perTool(
      ({ hostCalls }) => hostCalls,
      ({ hostCalls }) => hostCalls > 0,
    ),
    toolcell_egress_requests_total: perTool(({ fetches }) => fetches, hasFetched),
    toolcell_egress_request_bytes_total: perTool(({ requestBytes }) => requestBytes, hasFetched),
    toolcell_egress_response_bytes_total: perTool(({ responseBytes }) => responseBytes, hasFetched),
    toolcell_store_calls_total: perTool(
      ({ storeCalls }) => storeCalls,
      ({ storeCalls }) => storeCalls > 0,
    ),
    toolcell_client_calls_total: function* () {
      for (const [client, codes] of totals.clients) for (const [code, count] of codes) yield [{ client, code }, count];
    },
    toolcell_failures_total: () => FAULTS.map((fault) => [{ fault }, totals.failures[fault]]),
    toolcell_limits_hit_total: () => counted('limit', totals.limits),
    toolcell_calls_denied_total: () => counted('by', totals.denied),
    toolcell_calls_replayed_total: () => [[{}, totals.replayed]],
    toolcell_requests_refused_total: () => counted('code', totals.refused),
    toolcell_admin_requests_total: () =>
      [...totals.admin.values()].map(({ action, code, count }) => [{ action, code }, count]),
  } satisfies Partial<Samples>;
};

function* counted(label: string, counts: ReadonlyMap<string, number>): Generator<Sample> {
  for (const [name, count] of counts) yield [{ [label]: name }, count];
}
