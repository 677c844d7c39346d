// The error that ends a start early. Front process and command line.

/** Thrown if the host cannot start here. The message tells what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}
