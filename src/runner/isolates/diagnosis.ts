// What is wrong with the arguments of a call that has failed: looked at afterwards, in an isolate of its own that no plugin code enters, on
// nobody's clock. The code that runs is made from the plugin's schema, hence the limits. Runs in a runner.

import { ValidatorIsolate } from './validator-isolate.ts';

/** CPU time and time of one look, in milliseconds. */
const CPU_MS = 100;
const WALL_MS = 500;
/** Looks that may wait for their turn. */
const MOST_WAITING = 16;

/** The code that each look runs: validators that tell all violations, and those that stop at the first. */
export interface DiagnosisCode {
  readonly diagnosisCode: string;
  readonly validatorCode: string;
}

/** One plugin's. The isolates are made when the first call has failed. */
export class Diagnosis {
  readonly #code: DiagnosisCode;
  readonly #onCatastrophe: (message: string) => void;
  #thorough: ValidatorIsolate | undefined;
  #quick: ValidatorIsolate | undefined;
  #waiting = 0;

  constructor(code: DiagnosisCode, onCatastrophe: (message: string) => void) {
    this.#code = code;
    this.#onCatastrophe = onCatastrophe;
  }

  /**
   * The violations of a tool's arguments as JSON; `""` if there are none, or none could be found within the limits. Arguments with so many that
   * telling them all takes too long are told by the first one. Never rejects.
   */
  async violationsOf(toolName: string, argumentsText: string): Promise<string> {
    if (this.#waiting >= MOST_WAITING) return '';
    this.#waiting += 1;
    try {
      this.#thorough ??= new ValidatorIsolate(this.#code.diagnosisCode, this.#onCatastrophe);
      return await this.#thorough.violationsOf(toolName, 'input', argumentsText, CPU_MS, WALL_MS);
    } catch {
      return await this.#firstOf(toolName, argumentsText);
    } finally {
      this.#waiting -= 1;
    }
  }

  async #firstOf(toolName: string, argumentsText: string): Promise<string> {
    try {
      this.#quick ??= new ValidatorIsolate(this.#code.validatorCode, this.#onCatastrophe);
      return await this.#quick.violationsOf(toolName, 'input', argumentsText, CPU_MS, WALL_MS);
    } catch {
      return '';
    }
  }
}
