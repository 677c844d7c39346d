// Makes the inputs of the jobs, the same in every run.

const WORDS =
  'the host runs every tool in a place of its own and gives each call a fresh world with limits that hold whatever happens inside'.split(
    ' ',
  );
const REGIONS = ['north', 'south', 'east', 'west', 'overseas'];
const STATUSES = ['open', 'paid', 'shipped', 'cancelled'];
const PRODUCTS = [
  'lamp',
  'chair',
  'table',
  'shelf',
  'clock',
  'mirror',
  'carpet',
  'vase',
  'stool',
  'desk',
  'sofa',
  'bench',
];
const CUSTOMERS = 44;

/** Words with a full stop now and then, exactly `characters` ASCII characters long. */
export const textOf = (characters: number): string => {
  let text = '';
  for (let i = 0; text.length < characters; i += 1)
    text += `${WORDS[(i * 7) % WORDS.length]}${i % 11 === 10 ? '. ' : ' '}`;
  return text.slice(0, characters);
};

/** Orders whose JSON has about `bytes` bytes. */
export const ordersOf = (bytes: number): readonly unknown[] => {
  const orders: unknown[] = [];
  for (let i = 0; JSON.stringify(orders).length < bytes; i += 1) orders.push(orderAt(i));
  return orders;
};

const orderAt = (i: number): unknown => ({
  id: `order-${10_000 + i}`,
  date: `2026-${String(1 + (i % 6)).padStart(2, '0')}-${String(1 + ((i * 5) % 28)).padStart(2, '0')}`,
  region: REGIONS[i % REGIONS.length],
  status: STATUSES[(i * 3 + Math.floor(i / 4)) % STATUSES.length],
  customer: `Customer number ${1 + ((i * 13) % CUSTOMERS)}`,
  lines: Array.from({ length: 1 + (i % 3) }, (_, line) => ({
    product: PRODUCTS[(i * 5 + line * 7) % PRODUCTS.length],
    quantity: 1 + ((i + line) % 9),
    cents: 499 + ((i * 37 + line * 101) % 9_000),
  })),
});

const SECTION = (n: number): string => `## Section ${n}: what *is* here

A paragraph with **strong words**, a [link](https://example.com/page/${n} "title"), some \`code\`, and
a second line. ${textOf(180)}

* first of ${n} items with _emphasis_
* second, with a nested list:
  1. one
  2. two

> A quotation that says: ${textOf(60)}

| column | value |
|---|---:|
| rows | ${n * 17} |
| bytes | ${n * 4096} |

\`\`\`js
const answer = ${n} + ${n * 2}; // a comment
\`\`\`

`;

/** A document with headings, lists, tables, code, quotations and links, exactly `bytes` bytes of ASCII long. */
export const markdownOf = (bytes: number): string => {
  let text = '# A document\n\n';
  for (let n = 1; text.length < bytes; n += 1) text += SECTION(n);
  return text.slice(0, bytes);
};
