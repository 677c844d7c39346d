// title: Formatters of every locale, which live outside the heap
// expects: exceeded_memory, exceeded_cpu
export function attack() {
  const kept = [];
  const locales = ['de', 'ja', 'ar', 'hi', 'th', 'zh', 'ru', 'he', 'fa', 'ko'];
  for (let i = 0; ; i += 1) {
    const locale = locales[i % locales.length];
    kept.push(new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'full' }));
    kept.push(new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', currencyDisplay: 'name' }));
    kept.push(new Intl.Collator(locale), new Intl.RelativeTimeFormat(locale));
  }
}
