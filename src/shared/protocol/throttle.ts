// What a caller is told about a quota after a call. Front process.

export interface QuotaState {
  readonly name: string;
  /** Calls, or what `unit` says, in `windowS` seconds. */
  readonly allowed: number;
  readonly windowS: number;
  readonly left: number;
  /** Seconds until there is more: until the next call may pass, if none may now; else until all is there again. */
  readonly resetS: number;
  /** Absent for calls. */
  readonly unit?: 'concurrent-requests' | 'cpu-ms' | 'egress-requests' | 'egress-bytes';
}
