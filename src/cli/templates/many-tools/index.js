// The tools of this plugin are the exports of this file: one file for each subject, and one name here for each tool.

export { exampleToolLength } from './lengths.js';
export { exampleToolTemperature } from './temperatures.js';
