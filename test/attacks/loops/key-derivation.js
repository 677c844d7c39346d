// title: A password is derived with four thousand million iterations, inside one call of the platform's
// expects: exceeded_cpu, exceeded_wall_time
export async function attack() {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: 2 ** 32 - 1 };
  return (await crypto.subtle.deriveBits(how, key, 512)).byteLength;
}
