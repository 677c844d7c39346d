// A question to the operator's embedding endpoint and its answer, as they pass from the main thread to a control thread and back.

/** Stands for a plugin's name when the server itself asks the endpoint. No plugin can have this name, so nothing is shared with one. */
export const EMBEDDINGS_SCOPE = 'discovery.embeddings';

/** The most numbers that a vector may have. */
export const MOST_DIMENSIONS = 4_096;

export interface EmbeddingRequest {
  /** Address of the endpoint, which is trusted to be the one that the operator means: it may lead to a private address. */
  readonly url: string;
  readonly model: string;
  /** Name of the secret that is sent as a bearer token; empty for none. */
  readonly secret: string;
  /** At least one, none of them empty. */
  readonly texts: readonly string[];
  /** For the whole request, in milliseconds. */
  readonly timeoutMs: number;
}

export type EmbeddingAnswer =
  | {
      readonly ok: true;
      /** Numbers of one vector: 1 to {@link MOST_DIMENSIONS}. */
      readonly dimensions: number;
      /** The vectors one after the other, in the order of the texts. Each has the length 1. */
      readonly vectors: Float32Array;
    }
  | {
      readonly ok: false;
      /** A sentence for the operator. Has no secret and none of the texts. */
      readonly why: string;
      /** True if the endpoint works and refuses these texts. */
      readonly isText: boolean;
    };
