// Does what a browser and a person would do at an authorization server for tests: follows redirects, logs in, agrees.

/** Where clients of tests get their codes. Nothing listens there. */
export const CALLBACK = 'http://127.0.0.1:1/callback';

/** Resolves with the address that the client gets. Rejects if the server asks nothing and sends nobody back. */
export const logIn = async (start: URL, user: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let url = start;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location !== null) {
      url = new URL(location, url);
      form = undefined;
      if (url.href.startsWith(CALLBACK)) return url;
      continue;
    }
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    if (prompt === '') throw new Error(`the server did not ask anything: ${response.status} ${page.slice(0, 300)}`);
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: user, password: 'any' }) });
  }
  throw new Error('the server did not come to an end');
};
