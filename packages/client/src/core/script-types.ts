// What a client sends with a script, and what it gets. Types only.

/** One call of a tool that a script made. */
export interface ScriptCall {
  readonly tool: string;
  readonly callId: string;
  /** `ok`, or the code of its failure; `outcome_unknown` if nobody waited for its end. */
  readonly code: string;
  readonly ms: number;
  readonly cpuMs: number;
}

/** What the server says of a script besides its result. */
export interface ScriptReport {
  /** Where it failed, both from 1, and the lines around that place. */
  readonly line?: number;
  readonly column?: number;
  readonly frame?: string;
  readonly logs: readonly { readonly level: string; readonly text: string; readonly atMs: number }[];
  /** Every call that began, in that order. */
  readonly calls: readonly ScriptCall[];
  readonly usage: {
    readonly queueMs: number;
    readonly ms: number;
    readonly cpuMs: number;
    readonly calls: number;
    readonly dataBytes: number;
  };
}

/** The result of a script and its report. */
export interface ScriptAnswer<Result = unknown> extends Pick<ScriptReport, 'logs' | 'calls' | 'usage'> {
  readonly result: Result;
}

/** How one script is run. */
export interface ScriptOptions {
  /** Names of tools, or patterns such as `get*`: the script may call these alone. */
  readonly tools?: readonly string[];
  /** Lower limits than those of the server. */
  readonly limits?: Readonly<
    Partial<Record<'cpuMs' | 'wallMs' | 'memoryMb' | 'resultBytes' | 'calls' | 'callsAtOnce' | 'dataBytes', number>>
  >;
  /** Aborts the script: it rejects with the signal's reason, and the server ends the script and its calls. */
  readonly signal?: AbortSignal;
  /** Most milliseconds, repeats and their delays included. Default: no limit but the server's. */
  readonly timeoutMs?: number;
  /** As for the client. The server names no failure retryable after which a call might be made twice. */
  readonly retries?: number;
}
