// Stands in for node-fetch and its like: the sandbox has the real fetch. Runs inside the isolate, as part of the packed entry.

export class FetchError extends Error {
  override name = 'FetchError';
}
export class AbortError extends Error {
  override name = 'AbortError';
}

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

const ownFetch = (...values: Parameters<typeof fetch>): Promise<Response> => fetch(...values);

export default Object.assign(ownFetch, { isRedirect });
const { Headers: OwnHeaders, Request: OwnRequest, Response: OwnResponse } = globalThis;
const { FormData: OwnFormData, Blob: OwnBlob, File: OwnFile } = globalThis;

export {
  OwnBlob as Blob,
  OwnFile as File,
  OwnFormData as FormData,
  OwnHeaders as Headers,
  OwnRequest as Request,
  OwnResponse as Response,
  ownFetch as fetch,
};
