// What the answer to a script tells besides its result. Types only; every zone.

/** One call of a tool that a script made. */
export interface InnerCallRecord {
  readonly tool: string;
  readonly callId: string;
  /** `ok`, or the code of its failure; `outcome_unknown` if it had not ended when the script had. */
  readonly code: string;
  readonly ms: number;
  readonly cpuMs: number;
}

export interface ScriptLine {
  readonly level: string;
  readonly text: string;
  /** Milliseconds since the script began. */
  readonly atMs: number;
}

export interface ScriptUsage {
  readonly queueMs: number;
  readonly ms: number;
  /** Of the script alone; its calls have their own. */
  readonly cpuMs: number;
  readonly calls: number;
  /** Bytes of arguments and results of its calls. */
  readonly dataBytes: number;
}

export interface ScriptReport {
  /** Where it failed, both from 1; absent if that is not known. */
  readonly line?: number;
  readonly column?: number;
  /** The lines around that place. */
  readonly frame?: string;
  readonly logs: readonly ScriptLine[];
  /** In the order in which they began. */
  readonly calls: readonly InnerCallRecord[];
  readonly usage: ScriptUsage;
}
