// Libraries whose types are packages of their own.

declare module 'jsonwebtoken';
declare module 'mustache';
declare module 'xml2js';
