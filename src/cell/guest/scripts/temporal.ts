// Makes Temporal's clock as coarse as Date's. Runs within the bootstrap, only in the isolates of plugins that can name Temporal: V8
// builds Temporal on first use, which takes as long as all the rest of a bootstrap. A script; its value is a function.
//
// Temporal gives nanoseconds, Date milliseconds: nanoseconds are fine enough to see what earlier calls have warmed.

(function coarsenTemporal(now: () => number): void {
  if (typeof Temporal === 'undefined') return;
  const { apply, defineProperty } = Reflect;
  const { Now, Instant } = Temporal;
  const { fromEpochMilliseconds } = Instant;
  const { toZonedDateTimeISO } = Instant.prototype;
  const { toPlainDateTime, toPlainDate, toPlainTime } = Temporal.ZonedDateTime.prototype;
  const { timeZoneId } = Now;
  const instant = (): Temporal.Instant => apply(fromEpochMilliseconds, Instant, [now()]);
  const zonedDateTimeISO = (zone: Temporal.TimeZoneLike = timeZoneId()): Temporal.ZonedDateTime =>
    apply(toZonedDateTimeISO, instant(), [zone]);
  const clock = {
    instant,
    zonedDateTimeISO,
    plainDateTimeISO: (zone?: Temporal.TimeZoneLike) => apply(toPlainDateTime, zonedDateTimeISO(zone), []),
    plainDateISO: (zone?: Temporal.TimeZoneLike) => apply(toPlainDate, zonedDateTimeISO(zone), []),
    plainTimeISO: (zone?: Temporal.TimeZoneLike) => apply(toPlainTime, zonedDateTimeISO(zone), []),
  };
  for (const [name, value] of Object.entries(clock))
    defineProperty(Now, name, { value, writable: true, enumerable: false, configurable: true });
});
