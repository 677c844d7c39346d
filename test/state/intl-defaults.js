// title: Intl: defaults, legacy constructors and their symbol
const attempt = (act) => {
  try {
    act();
  } catch {}
};
export const leave = ({ secret }) => {
  attempt(() => Intl.NumberFormat.call(Intl.NumberFormat.prototype));
  attempt(() => Intl.DateTimeFormat.call(Object.create(Intl.DateTimeFormat.prototype)));
  attempt(() => Intl.NumberFormat.call(globalThis));
  attempt(() => Intl.NumberFormat.call(Object.prototype));
  attempt(() => {
    Intl.DateTimeFormat.prototype.resolvedOptions = () => secret;
  });
  attempt(() => {
    Intl.defaultLocale = secret;
  });
  attempt(() => {
    Intl.NumberFormat.left = secret;
  });
  attempt(() => {
    new Intl.NumberFormat('de').format.left = secret;
  });
  attempt(() => {
    new Intl.Collator().compare.left = secret;
  });
  attempt(() => {
    Intl.getCanonicalLocales('en').push(secret);
  });
  attempt(() => {
    Intl.supportedValuesOf('calendar').push(secret);
  });
};
export const find = () => [
  new Intl.NumberFormat().resolvedOptions().locale,
  new Intl.NumberFormat().format.left ?? null,
  new Intl.Collator().compare.left ?? null,
  Intl.getCanonicalLocales('en'),
  Intl.supportedValuesOf('calendar').length,
  Reflect.ownKeys(Intl.NumberFormat.prototype).length,
  Reflect.ownKeys(Intl.DateTimeFormat.prototype).length,
  (1234.5).toLocaleString('en'),
];
