// Examples from the documentation of cheerio, as tools.

import { defineTool } from '@toolcell/plugin';
import * as cheerio from 'cheerio';

const HTML = { type: 'object', properties: { html: { type: 'string' } }, required: ['html'] } as const;

export const cheerioChange = defineTool(
  {
    description: 'A text and a class changed.',
    inputSchema: HTML,
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: { html: '<h2 class="title">Hello world</h2>' },
        result: '<html><head></head><body><h2 class="title welcome">Hello there!</h2></body></html>',
      },
    ],
  },
  ({ html }) => {
    const $ = cheerio.load(html);
    $('h2.title').text('Hello there!');
    $('h2').addClass('welcome');
    return $.html();
  },
);

export const cheerioSelect = defineTool(
  {
    description: 'What a list holds, by selectors.',
    inputSchema: HTML,
    outputSchema: {},
    examples: [
      {
        arguments: {
          html: '<ul id="fruits"><li class="apple">Apple</li><li class="orange">Orange &amp; more</li><li class="pear"><a href="/p">Pear</a></li></ul>',
        },
        result: {
          apple: 'Apple',
          last: 'pear',
          count: 3,
          entity: 'Orange & more',
          links: ['/p'],
          even: ['Apple', 'Pear'],
        },
      },
    ],
  },
  ({ html }) => {
    const $ = cheerio.load(html);
    return {
      apple: $('.apple', '#fruits').text(),
      last: $('ul > li:last-child').attr('class'),
      count: $('li').length,
      entity: $('li').eq(1).text(),
      links: $('a')
        .map((_, link) => $(link).attr('href'))
        .get(),
      even: $('li:nth-child(odd)')
        .toArray()
        .map((element) => $(element).text()),
    };
  },
);

export const cheerioExtract = defineTool(
  {
    description: 'A record taken out of a page.',
    inputSchema: HTML,
    outputSchema: {},
    examples: [
      {
        arguments: {
          html: '<h1>News</h1><div class="r"><h2>One</h2><a href="/1">x</a></div><div class="r"><h2>Two</h2></div>',
        },
        result: { title: 'News', releases: [{ name: 'One', url: '/1' }, { name: 'Two' }] },
      },
    ],
  },
  ({ html }) =>
    cheerio.load(html).extract({
      title: 'h1',
      releases: [{ selector: '.r', value: { name: 'h2', url: { selector: 'a', value: 'href' } } }],
    }),
);
