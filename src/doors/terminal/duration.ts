const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Milliseconds of 90s, 5m, 2h, 7d or 4w; undefined for anything else. */
export function parseDuration(given: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(given.trim()) ?? [];
  const ms = Number(amount) * unitMs[unit as keyof typeof unitMs];
  return ms > 0 ? ms : undefined;
}
