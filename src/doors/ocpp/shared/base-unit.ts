/** Units that stand for a thousand of another; readings are kept in the plain one. */
const thousands: Record<string, string> = { kWh: 'Wh', kvarh: 'varh', kW: 'W', kVA: 'VA', kvar: 'var', kVAh: 'VAh' };
/** Both spellings are in the field: the specification itself prints "Celcius". */
const spellings: Record<string, string> = { Celcius: 'Celsius', Hertz: 'Hz' };

/** The unit of a reading; left out, energy is in Wh (OCPP 1.6 §7.45, 2.x UnitOfMeasureType). */
export function unitOf(measurand: string, unit: string | undefined): string | undefined {
  return unit ?? (measurand.startsWith('Energy.') ? 'Wh' : undefined);
}

export function inBaseUnit(
  value: number | null,
  unit: string | undefined,
  multiplier = 0,
): { value: number | null; unit: string | null } {
  const plain = unit === undefined ? undefined : thousands[unit];
  const scale = multiplier + (plain === undefined ? 0 : 3);
  const name = plain ?? (unit === undefined ? null : (spellings[unit] ?? unit));
  if (value === null || scale === 0) return { value, unit: name };
  // Through decimal text: 14.207 kWh is 14207 Wh, not 14206.999999999998.
  const text = String(value);
  return { value: text.includes('e') ? value * 10 ** scale : Number(`${text}e${scale}`), unit: name };
}

/** What the station wrote as a number, or null when it is none. */
export function readNumber(text: string | number): number | null {
  const value = typeof text === 'number' ? text : text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
