// Which setting an operator would change, told with a limit that was passed.

import type { Failure } from '../protocol/errors.ts';

/** Names the setting of a limit that a tool has passed; undefined for a limit of the whole server. */
export type SettingOf = (toolName: string, limit: string) => string | undefined;

export const withSetting = (failure: Failure, toolName: string, settingOf: SettingOf | undefined): Failure => {
  if (failure.limit === undefined || failure.setting !== undefined) return failure;
  const setting = settingOf?.(toolName, failure.limit);
  return setting === undefined ? failure : { ...failure, setting };
};
