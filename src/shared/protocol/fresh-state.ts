// The ways in which a call gets fresh state. All processes.

/** How each call gets fresh state: in a new isolate, or in a frozen realm that evaluates the module again. */
export type FreshState = 'isolate' | 'realm';

/** The operator's choice; `auto` lets the plugin's own examples decide. */
export type FreshStatePolicy = 'auto' | FreshState;
