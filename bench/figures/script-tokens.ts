// Counts the tokens in a model's context for one task of thirty calls with twenty tools: with plain tool calls, and with one script.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OfferedTool, textTokens, toolTokens } from '../../src/catalog/search/token-count.ts';
import { post } from '../measure/request.ts';
import { type Figure, shortNumber } from '../report/figure.ts';
import { newFolder, type Part, type PartOptions, startToolcell } from './part.ts';

const ORDERS = 29;
const TIMEOUT_MS = 60_000;

/** Lines of each order. The more a tool answers that the task does not need, the more a script saves, so there are two sizes. */
const LINES = [4, 8];

/** Orders as a shop's API has them, with more than the task needs. */
const sourceWith = (lines: number): string => `
const orders = Array.from({ length: ${ORDERS} }, (_, at) => ({
  id: 'ord_' + String(1000 + at),
  status: at % 3 === 0 ? 'open' : 'shipped',
  customer: { id: 'cus_' + (500 + at), name: 'Customer Number ' + at, email: 'customer' + at + '@example.com', address: { street: at + ' Long Street', city: 'Sometown', postcode: String(10000 + at), country: 'DE' } },
  lines: Array.from({ length: ${lines} }, (_, line) => ({ sku: 'SKU-' + at + '-' + line, title: 'A thing of some kind, number ' + line, quantity: 1 + ((at + line) % 4), price: 5 + line * 7, taxRate: 0.19 })),
  createdAt: '2026-11-' + String(1 + (at % 28)).padStart(2, '0') + 'T08:00:00Z',
  payment: { method: 'card', reference: 'pay_' + at, captured: true },
}));
export const listOrders = () => ({ items: orders.map(({ id, status }) => ({ id, status })) });
export const getOrder = ({ id }) => orders.find((order) => order.id === id) ?? null;
export const other = () => null;
`;

const OTHERS = [
  ...['Customer', 'Invoice', 'Shipment', 'Product', 'Price', 'Discount', 'Refund', 'Warehouse', 'Supplier'],
].flatMap((thing) => [`get${thing}`, `list${thing}s`]);

const ID = {
  type: 'object',
  properties: { id: { type: 'string', description: 'Id, as a list has it.' } },
  required: ['id'],
};
const PAGE = {
  type: 'object',
  properties: {
    status: { type: 'string', enum: ['open', 'shipped', 'cancelled'], description: 'Only those in this state.' },
    limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Most items of the answer.' },
  },
};

const toolOf = (name: string) => ({
  name,
  description: `${name.startsWith('list') ? 'Lists' : 'Gets one of'} the ${name.replace(/^(?:list|get)/, '').toLowerCase()} records of the shop, with all their members.`,
  inputSchema: name.startsWith('list') ? PAGE : ID,
  outputSchema: {},
  annotations: { readOnlyHint: true },
});

/** The task: the customers of the three dearest open orders. */
const SCRIPT = `const { items } = await tools.listOrders();
const orders = await Promise.all(items.map(({ id }) => tools.getOrder({ id })));
const totalOf = ({ lines }) => lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
return orders
  .filter(({ status }) => status === 'open')
  .map((order) => ({ id: order.id, customer: order.customer.name, total: totalOf(order) }))
  .toSorted((a, b) => b.total - a.total)
  .slice(0, 3);`;

export const measureScriptTokens: Part = async (options) => {
  const figures: Figure[] = [];
  for (const lines of LINES) figures.push(await tokensWith(lines, options));
  return figures;
};

const tokensWith = async (lines: number, options: PartOptions): Promise<Figure> => {
  const pluginsFolder = newFolder(options, `script-tokens-${lines}`);
  const bundle = join(pluginsFolder, 'shop');
  mkdirSync(bundle, { recursive: true });
  const tools = [
    ...['listOrders', 'getOrder'].map(toolOf),
    ...OTHERS.map((name) => ({ ...toolOf(name), export: 'other' })),
  ];
  writeFileSync(join(bundle, 'index.js'), sourceWith(lines));
  writeFileSync(join(bundle, 'plugin.json'), JSON.stringify({ name: 'shop', version: '1.0.0', tools }));
  const host = await startToolcell(options, {
    ...{ name: `script-tokens-${lines}`, pluginsFolder, settings: { 'scripts.enabled': true } },
    readyBody: JSON.stringify({ toolName: 'listOrders', arguments: {} }),
  });
  try {
    options.onProgress('scripts: tokens');
    const plain = await plainTokens(host.url, tools);
    const scripted = await scriptTokens(host.url);
    return {
      name: `tokens in a model's context for ${ORDERS + 1} calls with ${tools.length} tools, orders of ${lines} lines: one script to plain calls`,
      ...{ reached: scripted / plain, unit: '×', goal: { atMost: 0.1 } },
      detail: `${shortNumber(scripted)} and ${shortNumber(plain)} tokens`,
    };
  } finally {
    await host.stop();
  }
};

/** Definitions, and each call with its result. */
const plainTokens = async (url: string, tools: readonly OfferedTool[]): Promise<number> => {
  let tokens = tools.reduce((sum, tool) => sum + toolTokens(tool), 0);
  const call = async (name: string, args: object): Promise<string> => {
    const body = JSON.stringify({ toolName: name, arguments: args });
    const { status, text } = await post(new URL('/mcp/callTool', url).href, body, TIMEOUT_MS);
    if (status !== 200) throw new Error(`${name} answered ${status}: ${text.slice(0, 300)}`);
    tokens += textTokens(JSON.stringify({ name, input: args })) + textTokens(text);
    return text;
  };
  const { items } = JSON.parse(await call('listOrders', {})) as { items: readonly { id: string }[] };
  for (const { id } of items) await call('getOrder', { id });
  return tokens;
};

/** What a model reads of the tools, the script that it writes, and what it is answered. */
const scriptTokens = async (url: string): Promise<number> => {
  const api = await (await fetch(new URL('/mcp/scriptApi', url))).text();
  const { status, text } = await post(
    new URL('/mcp/runScript', url).href,
    JSON.stringify({ code: SCRIPT }),
    TIMEOUT_MS,
  );
  if (status !== 200) throw new Error(`runScript answered ${status}: ${text.slice(0, 300)}`);
  const { result } = JSON.parse(text) as { result: unknown };
  return textTokens(api) + textTokens(JSON.stringify({ code: SCRIPT })) + textTokens(JSON.stringify(result));
};
