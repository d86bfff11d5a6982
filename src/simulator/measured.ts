const units = { 'Power.Active.Import': 'W', Voltage: 'V', 'Current.Import': 'A', SoC: 'Percent' } as const;

export type Measurand = keyof typeof units;
/** What a meter shows beside its register. */
export type Measured = Partial<Record<Measurand, number>>;
export type Reading = { measurand: Measurand; value: number; unit: (typeof units)[Measurand] };

/** Of what was measured, what the station is set to report. */
export function readingsOf(measured: Measured, wanted: readonly string[]): Reading[] {
  return (Object.keys(units) as Measurand[]).flatMap((measurand) => {
    const value = measured[measurand];
    return value === undefined || !wanted.includes(measurand) ? [] : [{ measurand, value, unit: units[measurand] }];
  });
}
