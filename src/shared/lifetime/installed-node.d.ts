export const installedNode: () => string | undefined;
