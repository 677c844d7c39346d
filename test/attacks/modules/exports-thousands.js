// title: A thousand exports in addition to the tool
// expects: ok
// result: 1000
const table = {};
for (let i = 0; i < 1000; i += 1) table[`extra${i}`] = () => i;
export const { extra0, extra1, extra2, extra999 } = table;
export default table;
export const attack = () => Object.keys(table).length;
