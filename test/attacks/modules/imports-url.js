// title: A static import from the network
// expects: refused
import code from 'https://example.com/code.js';
export const attack = () => code;
