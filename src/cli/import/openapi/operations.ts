// Lists the operations of a document, in its order.

import { compositeKey } from '../../../shared/text/composite-key.ts';
import { resolved } from './references.ts';
import { isMap, listIn, mapIn, memberOf, textIn, textsIn, type Values } from './values.ts';

export interface Operation {
  /** In capitals. */
  readonly method: string;
  /** As the document writes it, with `{name}`. */
  readonly path: string;
  readonly id: string | undefined;
  readonly tags: readonly string[];
  /** The operation as the document has it. */
  readonly own: Values;
  /** References resolved; those of the operation replace those of its path. */
  readonly parameters: readonly Values[];
  /** The servers of the operation, of its path or of the document, the first that has some. */
  readonly servers: readonly unknown[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

/** All operations of a document of OpenAPI 3.1. */
export const operationsIn = (document: Values): readonly Operation[] =>
  Object.entries(mapIn(document, 'paths')).flatMap(([path, value]) => {
    if (!path.startsWith('/')) return [];
    const item = resolved(document, value);
    return METHODS.flatMap((method) => {
      const own = memberOf(item, method);
      if (!isMap(own)) return [];
      return [
        {
          method: method.toUpperCase(),
          path,
          id: textIn(own, 'operationId'),
          tags: textsIn(own, 'tags'),
          own,
          parameters: parametersOf(document, item, own),
          servers: [own, item, document].map((one) => listIn(one, 'servers')).find(({ length }) => length > 0) ?? [],
        },
      ];
    });
  });

const parametersOf = (document: Values, item: Values, own: Values): readonly Values[] => {
  const found = new Map<string, Values>();
  for (const one of [...listIn(item, 'parameters'), ...listIn(own, 'parameters')]) {
    const parameter = resolved(document, one);
    const [name, place] = [textIn(parameter, 'name'), textIn(parameter, 'in')];
    if (name !== undefined && place !== undefined) found.set(compositeKey(place, name), parameter);
  }
  return [...found.values()];
};
