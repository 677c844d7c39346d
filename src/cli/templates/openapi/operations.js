// Stands for the table that "toolcell import openapi" writes.

export const CREDENTIALS = {};
export const OPERATIONS = {};
