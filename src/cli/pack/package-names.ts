// Tells which package an import names, and which one a file belongs to. Runs on the author's machine.

const BARE = /^(?!\.{0,2}\/|\.{1,2}$|#|[a-z]:[\\/]|\\)/i;

/** The package that an import names; undefined for a path, or for an import inside a package. */
export const packageNamed = (specifier: string): string | undefined =>
  BARE.test(specifier)
    ? specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')
    : undefined;

const IN_PACKAGE = /^(.*[\\/])?node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/]|$)/;

/** The package that a file belongs to; undefined for the author's own. */
export const packageOf = (file: string): string | undefined => IN_PACKAGE.exec(file)?.[2]?.replaceAll('\\', '/');

/** The folder of the package that a file belongs to; undefined for the author's own. */
export const packageFolderOf = (file: string): string | undefined => IN_PACKAGE.exec(file)?.[0];
