import { SigecError } from '#base/errors.ts';

export function readNumber(name: string, given: string, { least, most }: { least: number; most: number }): number {
  const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(number >= least && number <= most)) throw invalidOption(name, given, `a whole number from ${least} to ${most}`);
  return number;
}

export function readDurationMs(given: string, name = '--duration'): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(given) ?? [];
  const ms = Number(number) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit as 'ms' | 's' | 'm' | 'h'];
  if (!(ms > 0)) throw invalidOption(name, given, 'a duration such as 90s, 5m or 2h');
  return ms;
}

export function invalidOption(name: string, given: string, accepts: string): SigecError {
  return new SigecError('INVALID_INPUT', `${name} cannot be "${given}"; it accepts ${accepts}.`, {
    details: { field: name, accepts },
  });
}
