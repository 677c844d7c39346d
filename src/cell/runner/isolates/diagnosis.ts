// Finds all violations in the arguments of a failed call, after its end and on no call's clock, in an isolate of its own without plugin code. The
// code that runs is made from the plugin's schema, hence the limits. Runs in a runner.

import type { CpuShares } from './cpu-shares.ts';
import { ValidatorIsolate } from './validator-isolate.ts';

/** CPU time and wall time of one diagnosis, in milliseconds. */
const CPU_MS = 100;
const WALL_MS = 500;
/** Diagnoses that may be queued, including the one that runs. */
const MOST_QUEUED = 16;

/** The code of a diagnosis: validators that list all violations, and validators that stop at the first. */
export interface DiagnosisCode {
  readonly diagnosisCode: string;
  readonly validatorCode: string;
}

/** Diagnoses the calls of one plugin. The isolates are made after the first failed call. */
export class Diagnosis {
  readonly #code: DiagnosisCode;
  readonly #onCatastrophe: (message: string) => void;
  readonly #shares: CpuShares;
  /** Code of validators → their isolate. */
  readonly #isolates = new Map<string, ValidatorIsolate>();
  #queued = 0;

  constructor(code: DiagnosisCode, onCatastrophe: (message: string) => void, shares: CpuShares) {
    this.#code = code;
    this.#shares = shares;
    this.#onCatastrophe = onCatastrophe;
  }

  /** The violations of a tool's arguments as JSON, or the first one if listing all takes too long; `""` if none was found in time. Never rejects. */
  async violationsOf(toolName: string, argumentsText: string): Promise<string> {
    if (this.#queued >= MOST_QUEUED) return '';
    this.#queued += 1;
    try {
      return await this.#violationsBy(this.#code.diagnosisCode, toolName, argumentsText);
    } catch {
      return await this.#violationsBy(this.#code.validatorCode, toolName, argumentsText).catch(() => '');
    } finally {
      this.#queued -= 1;
    }
  }

  #violationsBy(code: string, toolName: string, argumentsText: string): Promise<string> {
    const isolate =
      this.#isolates.get(code) ?? new ValidatorIsolate(code, this.#onCatastrophe, { shares: this.#shares });
    this.#isolates.set(code, isolate);
    return isolate.violationsOf(toolName, 'input', argumentsText, CPU_MS, WALL_MS);
  }
}
