// The tools of this plugin are the exports of this file. Each subject has a file of its own.

export { exampleToolLength } from './lengths.js';
export { exampleToolTemperature } from './temperatures.js';
