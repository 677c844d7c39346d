// A typical JSON transformation for an agent: takes raw orders, returns totals by region, customer and product. Plain ES module, no imports.

/**
 * Totals of the orders that are not cancelled, in cents; customers and products sorted by their turnover.
 *
 * @param {{ orders: readonly Order[] }} args
 * @typedef {{ id: string, date: string, region: string, status: string, customer: string, lines: readonly Line[] }} Order
 * @typedef {{ product: string, quantity: number, cents: number }} Line
 */
export function orderReport({ orders }) {
  /** @type {Map<string, { orders: number, cents: number, months: Record<string, number> }>} */
  const regions = new Map();
  /** @type {Map<string, { orders: number, cents: number, latest: string }>} */
  const customers = new Map();
  /** @type {Map<string, { quantity: number, cents: number }>} */
  const products = new Map();
  for (const { date, region, status, customer, lines } of orders) {
    if (status === 'cancelled') continue;
    let cents = 0;
    for (const line of lines) {
      const amount = line.quantity * line.cents;
      const product = entry(products, line.product, () => ({ quantity: 0, cents: 0 }));
      product.quantity += line.quantity;
      product.cents += amount;
      cents += amount;
    }
    const place = entry(regions, region, () => ({ orders: 0, cents: 0, months: {} }));
    place.orders += 1;
    place.cents += cents;
    const month = date.slice(0, 7);
    place.months[month] = (place.months[month] ?? 0) + cents;
    const buyer = entry(customers, customer, () => ({ orders: 0, cents: 0, latest: date }));
    buyer.orders += 1;
    buyer.cents += cents;
    if (date > buyer.latest) buyer.latest = date;
  }
  return {
    regions: Object.fromEntries([...regions].sort(([a], [b]) => (a < b ? -1 : 1))),
    customers: sorted(customers),
    products: sorted(products),
  };
}

/** The value of a key, made if there is none. */
function entry(map, key, make) {
  const found = map.get(key);
  if (found) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function sorted(map) {
  return [...map]
    .map(([name, totals]) => ({ name, ...totals }))
    .sort((a, b) => b.cents - a.cents || (a.name < b.name ? -1 : 1));
}
