// Examples from the documentation of fast-xml-parser, as tools.

import { defineTool } from '@toolcell/plugin';
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

const XML = { type: 'object', properties: { xml: { type: 'string' } }, required: ['xml'] } as const;

export const xmlParse = defineTool(
  {
    description: 'XML as an object, attributes included.',
    inputSchema: XML,
    outputSchema: {},
    examples: [
      { arguments: { xml: '<root><a>1</a><a>2</a><b/></root>' }, result: { root: { a: [1, 2], b: '' } } },
      {
        arguments: { xml: '<?xml version="1.0"?><note day="monday"><to>Tove</to><![CDATA[a < b]]></note>' },
        result: { '?xml': { '@_version': '1.0' }, note: { to: 'Tove', '#text': 'a < b', '@_day': 'monday' } },
      },
      { arguments: { xml: '<a>&lt;b&gt; &amp; &#169;</a>' }, result: { a: '<b> & ©' } },
    ],
  },
  ({ xml }) => new XMLParser({ ignoreAttributes: false, htmlEntities: true }).parse(xml),
);

export const xmlOrder = defineTool(
  {
    description: 'XML in the order of its tags, and written again.',
    inputSchema: XML,
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { xml: '<p>One <b>two</b> three<i>four</i></p>' }, result: '<p>One<b>two</b>three<i>four</i></p>' },
    ],
  },
  ({ xml }) => {
    const options = { preserveOrder: true };
    return String(new XMLBuilder(options).build(new XMLParser(options).parse(xml)));
  },
);

export const xmlBuild = defineTool(
  {
    description: 'An object as XML.',
    inputSchema: { type: 'object', properties: { value: { type: 'object' } }, required: ['value'] },
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: { value: { car: { '@_color': 'purple', make: 'Audi', tags: ['a', 'b & c'] } } },
        result: '<car color="purple">\n  <make>Audi</make>\n  <tags>a</tags>\n  <tags>b &amp; c</tags>\n</car>\n',
      },
    ],
  },
  ({ value }) => String(new XMLBuilder({ ignoreAttributes: false, format: true }).build(value)),
);

export const xmlValidate = defineTool(
  {
    description: 'What is wrong with a text, or true.',
    inputSchema: XML,
    outputSchema: {},
    examples: [
      { arguments: { xml: '<a><b/></a>' }, result: true },
      { arguments: { xml: '<a><b></a>' }, result: { code: 'InvalidTag', line: 1 } },
    ],
  },
  ({ xml }) => {
    const verdict = XMLValidator.validate(xml);
    return verdict === true || { code: verdict.err.code, line: verdict.err.line };
  },
);
