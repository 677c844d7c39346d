// Adds the credentials that an operation needs. The host puts the secret in place of each placeholder; this code never sees a secret.

import { CREDENTIALS } from './operations.js';

/** `Basic …`. The host decodes it, puts the secrets in and encodes it again. */
const basic = (user, password) => `Basic ${btoa(`${user}:${password}`)}`;

/** A token for this call alone, from the API's own token endpoint (OAuth 2.0, client credentials). */
const tokenFrom = async ({ tokenUrl, scope, user, password }, signal) => {
  const form = `grant_type=client_credentials${scope ? `&scope=${encodeURIComponent(scope)}` : ''}`;
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: basic(user, password),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form,
    signal,
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`The token endpoint answered ${response.status}: ${text.slice(0, 300)}`, { cause: response });
  const { access_token: token } = JSON.parse(text);
  if (typeof token !== 'string') throw new Error('The token endpoint answered without an access token.');
  return token;
};

/** The same request with every credential that the operation names. */
export const authorized = async ({ credentials = [] }, request, signal) => {
  let { url } = request;
  const headers = { ...request.headers };
  for (const name of credentials) {
    const one = CREDENTIALS[name];
    if (one.kind === 'basic') headers.authorization = basic(one.user, one.password);
    else if (one.kind === 'client') headers.authorization = `Bearer ${await tokenFrom(one, signal)}`;
    else if (one.in === 'query') url += `${url.includes('?') ? '&' : '?'}${encodeURIComponent(one.name)}=${one.value}`;
    else if (one.in === 'cookie')
      headers.cookie = [headers.cookie, `${one.name}=${one.value}`].filter(Boolean).join('; ');
    else headers[one.name] = one.value;
  }
  return { ...request, url, headers };
};
