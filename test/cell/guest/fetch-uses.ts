// Bodies of functions that use headers, requests, responses, forms, blobs and streams as libraries do, and their results. Imported by tests.

const FAILED = 'const failed = async (act) => { try { await act(); } catch (error) { return error.name; } };';

/** Description → body and result. */
export const FETCH_USES: Readonly<Record<string, readonly [body: string, result: unknown]>> = {
  keepsHeaders: [
    `${FAILED} const headers = new Headers([['B', ' c '], ['a', 'd'], ['b', 'e'], ['Set-Cookie', 'f'], ['set-cookie', 'g']]); headers.append('z', 'y'); headers.delete('A'); headers.set('Z', 'x'); const seen = []; headers.forEach((value, name) => seen.push(name)); return [[...headers], headers.get('B'), headers.has('a'), headers.getSetCookie(), seen, [...new Headers({ a: 1 }).values()], await failed(() => new Headers([['a']])), await failed(() => headers.append('a b', 'c')), await failed(() => headers.append('a', 'b\\nc')), await failed(() => headers.append('a', '€')), Object.prototype.toString.call(headers.entries())];`,
    [
      [
        ['b', 'c, e'],
        ['set-cookie', 'f'],
        ['set-cookie', 'g'],
        ['z', 'x'],
      ],
      ...['c, e', false, ['f', 'g'], ['b', 'set-cookie', 'set-cookie', 'z'], ['1']],
      ...['TypeError', 'TypeError', 'TypeError', 'TypeError', '[object Headers Iterator]'],
    ],
  ],
  makesRequests: [
    `${FAILED} const first = new Request('https://a/b#c', { method: 'post', headers: { d: 'e' }, body: 'f' }); const copy = first.clone(); const second = new Request(first, { headers: { g: 'h' } }); return [first.url, first.method, first.bodyUsed, second.method, [...second.headers], await second.text(), await copy.text(), await failed(() => new Request(first)), await failed(() => new Request('https://a/', { body: 'b' })), await failed(() => new Request('https://a/', { method: 'CONNECT' })), await failed(() => new Request('https://a/', { redirect: 'never' })), await failed(() => new Request('https://a/', { method: 'PUT', body: new ReadableStream() })), new Request('https://a/', { method: 'patch' }).method, first.signal instanceof AbortSignal];`,
    [
      ...['https://a/b#c', 'POST', true, 'POST', [['g', 'h']], 'f', 'f'],
      ...['TypeError', 'TypeError', 'TypeError', 'TypeError', 'TypeError', 'patch', true],
    ],
  ],
  makesResponses: [
    `${FAILED} const json = Response.json({ a: 1 }, { status: 201 }); const stream = new Response(ReadableStream.from([new TextEncoder().encode('a'), new TextEncoder().encode('b')])); return [json.status, json.ok, json.headers.get('content-type'), await json.json(), await stream.clone().text(), await stream.text(), stream.bodyUsed, Response.redirect('https://a/').headers.get('location'), Response.error().type, new Response().body, await failed(() => new Response('a', { status: 204 })), await failed(() => new Response('', { status: 99 })), await failed(() => new Response('{').json()), await failed(() => new Response(ReadableStream.from(['text'])).text()), (await new Response(new Blob(['a'], { type: 'b/c' })).blob()).type];`,
    [
      ...[201, true, 'application/json', { a: 1 }, 'ab', 'ab', true, 'https://a/', 'error', null],
      ...['TypeError', 'RangeError', 'SyntaxError', 'TypeError', 'b/c'],
    ],
  ],
  readsForms: [
    `${FAILED} const form = new FormData(); form.append('a', '1'); form.append('a', 'é\\n"'); form.append('file', new Blob([new Uint8Array([0, 13, 10, 45, 45])]), 'x"y.bin'); form.set('b', 2); const back = await new Response(form).formData(); const file = back.get('file'); const fields = await new Response('a=1&b=%20', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).formData(); const broken = (text) => failed(() => new Response(text, { headers: { 'content-type': 'multipart/form-data; boundary=x' } }).formData()); return [back.getAll('a'), back.get('b'), [file.name, file.type, [...await file.bytes()]], [...back.keys()], [...fields], await failed(() => new Response('a').formData()), await broken('--x\\r\\n'), await broken('--x\\r\\nA: b\\r\\n\\r\\nc\\r\\n--x--'), [...await new Response('--x--', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }).formData()].length, await failed(() => form.append('a', 'b', 'c'))];`,
    [
      ['1', 'é\r\n"'],
      '2',
      ['x"y.bin', 'application/octet-stream', [0, 13, 10, 45, 45]],
      ['a', 'a', 'file', 'b'],
      [
        ['a', '1'],
        ['b', ' '],
      ],
      ...['TypeError', 'TypeError', 'TypeError', 0, 'TypeError'],
    ],
  ],
  readsFieldsAsBytes: [
    `const read = async (body) => [...await new Response(body, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }).formData()]; return [await read('\ufeffa=\ufeff'), await read('?a=1&é=%C3%A9'), await read(new Uint8Array([0xef, 0xbb, 0xbf, 97]))];`,
    [
      [['\ufeffa', '\ufeff']],
      [
        ['?a', '1'],
        ['é', 'é'],
      ],
      [['\ufeffa', '']],
    ],
  ],
  clonesApart: [
    `const given = [new Uint8Array(4).subarray(1), new Uint16Array([1, 2]), new DataView(new ArrayBuffer(4), 2), new ArrayBuffer(1), 'text']; const response = new Response(ReadableStream.from(given)); const copy = response.clone(); const all = async ({ body }) => { const list = []; for await (const chunk of body) list.push(chunk); return list; }; const [own, other] = [await all(response), await all(copy)]; own[0][0] = 9; return [own.every((chunk, index) => chunk === given[index]), other.map((chunk, index) => [chunk === given[index], Object.prototype.toString.call(chunk), chunk.byteOffset ?? null]), [...other[0]], [...other[1]]];`,
    [
      true,
      [
        [false, '[object Uint8Array]', 1],
        [false, '[object Uint16Array]', 0],
        [false, '[object DataView]', 2],
        [false, '[object ArrayBuffer]', null],
        [true, '[object String]', null],
      ],
      [0, 0, 0],
      [1, 2],
    ],
  ],
  slicesBlobs: [
    `const blob = new Blob(['aé', new Uint8Array([98]), new Blob(['c'])], { type: 'Text/Plain' }); const file = new File([blob], 'n', { lastModified: 5 }); return [blob.size, blob.type, await blob.text(), await blob.slice(-2).text(), await blob.slice(1, 3, 'x').text(), blob.slice(9).size, [...await blob.slice(0, 1).bytes()], file.name, file.lastModified, file instanceof Blob, (await new Response(file.stream()).text()), await new Blob(['a\\r\\nb'], { endings: 'native' }).text()];`,
    [5, 'text/plain', 'aébc', 'bc', 'é', 0, [97], 'n', 5, true, 'aébc', 'a\nb'],
  ],
  asksInOrder: [
    `const seen = []; const note = (what, value) => { seen.push(what); return value; }; new Blob({ get [Symbol.iterator]() { return note('iterator', Array.prototype[Symbol.iterator]); }, get length() { return note('length', 1); }, get 0() { return { toString: () => note('text', 'a') }; } }, { get type() { return note('type', 'b'); }, get endings() { return note('endings', undefined); } }); new Headers({ get b() { return note('b', 'c'); }, get a() { return note('a', 'b'); } }); const form = new FormData(); form.set('f', new File([], 'a', { lastModified: 7 }), 'b'); return [seen, form.get('f').lastModified, form.get('f').name, form.get('f') === form.get('f')];`,
    [['iterator', 'length', 'text', 'length', 'endings', 'type', 'b', 'a'], 7, 'b', true],
  ],
  pipesStreams: [
    `const upper = new TransformStream({ transform(chunk, controller) { controller.enqueue(chunk.toUpperCase()); } }); const seen = []; await ReadableStream.from(['a', 'b']).pipeThrough(upper).pipeTo(new WritableStream({ write(chunk) { seen.push(chunk); } })); const [one, other] = ReadableStream.from([1, 2]).tee(); const all = async (stream) => { const list = []; for await (const chunk of stream) list.push(chunk); return list; }; const bytes = new ReadableStream({ type: 'bytes', start(controller) { controller.enqueue(new Uint8Array([1, 2, 3])); } }); const read = await bytes.getReader({ mode: 'byob' }).read(new Uint8Array(2)); const reason = await new ReadableStream({ start(controller) { controller.error(new Error('e')); } }).getReader().read().catch((error) => error.message); return [seen, await all(one), await all(other), [...read.value], reason, new CountQueuingStrategy({ highWaterMark: 3 }).highWaterMark];`,
    [['A', 'B'], [1, 2], [1, 2], [1, 2], 'e', 3],
  ],
  refusesToFetch: [
    `const failed = async (url) => { try { await fetch(url); } catch (error) { return error.name; } }; return [await failed('data:,a'), await failed('/a'), typeof await failed('https://a.invalid/')];`,
    ['TypeError', 'TypeError', 'string'],
  ],
};
