// Examples from the documentation of math.js, as tools.

import { defineTool } from '@toolcell/plugin';
import { bignumber, chain, derivative, det, evaluate, format, fraction, multiply, parse, simplify, sqrt } from 'mathjs';

const EXPRESSION = {
  type: 'object',
  properties: { expression: { type: 'string' } },
  required: ['expression'],
} as const;

export const mathjsEvaluate = defineTool(
  {
    description: 'The value of an expression, as text.',
    inputSchema: EXPRESSION,
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { expression: '1.2 * (2 + 4.5)' }, result: '7.8' },
      { arguments: { expression: '12.7 cm to inch' }, result: '5 inch' },
      { arguments: { expression: 'sin(45 deg) ^ 2' }, result: '0.5' },
      { arguments: { expression: '9 / 3 + 2i' }, result: '3 + 2i' },
      { arguments: { expression: 'det([-1, 2; 3, 1])' }, result: '-7' },
      { arguments: { expression: 'f(x, y) = x ^ y; f(2, 3)' }, result: '[8]' },
    ],
  },
  ({ expression }) => format(evaluate(expression), { precision: 14 }),
);

export const mathjsAlgebra = defineTool(
  {
    description: 'An expression simplified, and its derivative by x.',
    inputSchema: EXPRESSION,
    outputSchema: { type: 'array' },
    examples: [
      { arguments: { expression: 'x^2 + x' }, result: ['x ^ 2 + x', '2 * x + 1'] },
      { arguments: { expression: '3 + 2 / 4 * x' }, result: ['x / 2 + 3', '1 / 2'] },
    ],
  },
  ({ expression }) => [simplify(expression).toString(), derivative(expression, 'x').toString()],
);

export const mathjsExact = defineTool(
  {
    description: 'Fractions and big numbers.',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'array' },
    examples: [
      {
        arguments: {},
        result: ['1/2', '0.3', '-4', '1.414213562373095048801688724209698078569671875376948073176679738'],
      },
    ],
  },
  () => [
    fraction(1, 3).add(fraction(1, 6)).toFraction(),
    bignumber('0.1').plus(bignumber('0.2')).toString(),
    chain(3).add(4).multiply(-1).add(3).done().toString(),
    bignumber(2).sqrt().toString(),
  ],
);

export const mathjsMatrix = defineTool(
  {
    description: 'Matrices: a product and a determinant; the root of a negative number.',
    inputSchema: { type: 'object', properties: { matrix: { type: 'array' } }, required: ['matrix'] },
    outputSchema: {},
    examples: [
      {
        arguments: {
          matrix: [
            [1, 4],
            [-3, 2],
          ],
        },
        result: {
          squared: [
            [-11, 12],
            [-9, -8],
          ],
          det: 14,
          root: '2i',
        },
      },
    ],
  },
  ({ matrix }) => ({
    squared: multiply(matrix as number[][], matrix as number[][]),
    det: det(matrix as number[][]),
    root: sqrt(-4).toString(),
  }),
);

export const mathjsTree = defineTool(
  {
    description: 'An expression parsed, compiled once and evaluated with several values.',
    inputSchema: EXPRESSION,
    outputSchema: {},
    examples: [
      {
        arguments: { expression: 'sqrt(2 + x)' },
        result: { type: 'FunctionNode', tex: '\\sqrt{2+ x}', values: [2, 3] },
      },
    ],
  },
  ({ expression }) => {
    const node = parse(expression);
    const code = node.compile();
    return { type: node.type, tex: node.toTex(), values: [code.evaluate({ x: 2 }), code.evaluate({ x: 7 })] };
  },
);
