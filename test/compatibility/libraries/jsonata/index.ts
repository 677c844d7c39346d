// Examples from the documentation of JSONata, as tools.

import { defineTool } from '@toolcell/plugin';
import jsonata from 'jsonata';

const INVOICE = {
  Account: {
    'Account Name': 'Firefly',
    Order: [
      {
        OrderID: 'order103',
        Product: [
          { 'Product Name': 'Bowler Hat', Price: 34.45, Quantity: 2 },
          { 'Product Name': 'Trilby hat', Price: 21.67, Quantity: 1 },
        ],
      },
      { OrderID: 'order104', Product: [{ 'Product Name': 'Cloak', Price: 107.99, Quantity: 1 }] },
    ],
  },
};

export const jsonataQuery = defineTool(
  {
    description: 'A query over the invoice that the documentation uses.',
    inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    outputSchema: {},
    examples: [
      { arguments: { query: '$sum(Account.Order.Product.(Price * Quantity))' }, result: 198.56 },
      { arguments: { query: 'Account.Order.Product[Price > 30].`Product Name`' }, result: ['Bowler Hat', 'Cloak'] },
      {
        arguments: { query: 'Account.Order{OrderID: $sum(Product.Quantity)}' },
        result: { order103: 3, order104: 1 },
      },
      {
        arguments: { query: 'Account.Order.Product^(>Price).$uppercase(`Product Name`)' },
        result: ['CLOAK', 'BOWLER HAT', 'TRILBY HAT'],
      },
      {
        arguments: { query: "$contains('abracadabra', /a.*a/) and $match('ababbabbcc', /a(b+)/)[1].match = 'abb'" },
        result: true,
      },
    ],
  },
  async ({ query }) => JSON.parse(JSON.stringify(await jsonata(query).evaluate(INVOICE))),
);

export const jsonataFunctions = defineTool(
  {
    description: 'Functions in the query, and one of the host language.',
    inputSchema: { type: 'object', properties: { query: { type: 'string' }, value: {} }, required: ['query'] },
    outputSchema: {},
    examples: [
      { arguments: { query: '($f := function($n) { $n < 2 ? 1 : $n * $f($n - 1) }; $f(6))' }, result: 720 },
      { arguments: { query: '$map([1..5], function($v, $i) { $v * $i })' }, result: [0, 2, 6, 12, 20] },
      { arguments: { query: '$shout(word)', value: { word: 'hello' } }, result: 'HELLO!' },
      {
        arguments: { query: "$fromMillis(1510067557121, '[M01]/[D01]/[Y0001] [h#1]:[m01][P]')" },
        result: '11/07/2017 3:12pm',
      },
      { arguments: { query: '1 +' }, result: 'S0207' },
    ],
  },
  async ({ query, value }) => {
    try {
      const expression = jsonata(query);
      expression.registerFunction('shout', async (text: string) => `${text.toUpperCase()}!`, '<s:s>');
      return JSON.parse(JSON.stringify(await expression.evaluate(value)));
    } catch (error) {
      return (error as { code?: string }).code ?? String(error);
    }
  },
);
