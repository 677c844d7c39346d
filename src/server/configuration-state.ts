// What became of the configuration when a running server last read it. Types, and the state at start.

export interface ConfigurationState {
  /** Why it was refused, so that the one before stays in force. Empty if it is in force. */
  readonly problems: readonly string[];
  /** The settings that need a restart. */
  readonly waiting: readonly string[];
}

export const IN_FORCE: ConfigurationState = Object.freeze({ problems: [], waiting: [] });
