// title: Keys for RSA with numbers of millions of digits, one after the other
// expects: exceeded_cpu, exceeded_wall_time, exceeded_memory
export async function attack() {
  const huge = 'B'.repeat(4_000_000);
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  for (;;)
    for (const key of [
      { kty: 'RSA', n: huge, e: huge },
      { kty: 'RSA', n: 'B'.repeat(1000), e: 'AQAB', d: huge, p: huge, q: huge, dp: huge, dq: huge, qi: huge },
    ])
      await crypto.subtle.importKey('jwk', key, algorithm, false, ['sign']).catch(() => {});
}
