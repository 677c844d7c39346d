// title: Everywhere that was not granted, by every kind of URL
// expects: ok
// result: 0
export async function attack() {
  const urls = [
    'http://127.0.0.1:1/',
    'http://localhost/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
  ];
  urls.push('file:///etc/passwd', 'data:text/plain,x', 'ftp://127.0.0.1/', 'javascript:1', 'blob:null/1', '//x', '');
  urls.push(
    FAR_END.replace('127.0.0.1', '0'),
    FAR_END.replace('127.0.0.1', '2130706434'),
    FAR_END.replace('http', 'https'),
  );
  urls.push(FAR_END.replace('//', '//user:word@'));
  let reached = 0;
  for (const url of urls)
    await fetch(url).then(
      () => (reached += 1),
      () => {},
    );
  return reached;
}
