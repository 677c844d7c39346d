// title: A static import of Node's file system
// expects: refused
import { readFileSync } from 'node:fs';
export const attack = () => readFileSync('/etc/passwd', 'utf8');
