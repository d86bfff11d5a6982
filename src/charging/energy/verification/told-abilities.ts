import type { Variables } from '../../variables/open-variables.ts';

/** What a station tells of itself. */
export type ToldAbilities = {
  unit: 'A' | 'W';
  maxPeriods: number;
  maxStackLevel: number;
  /** Some take profiles and do nothing before smart charging is switched on; null: it does not tell. */
  isSwitchedOn: boolean | null;
};

/** Of a station that tells nothing: so few that every known model takes them, and no levels to stack. */
const cautious = { maxPeriods: 10, maxStackLevel: 0 };

export async function readTold(variables: Pick<Variables, 'view'>, stationId: string): Promise<ToldAbilities> {
  const { variables: all } = await variables.view(stationId, { component: 'SmartChargingCtrlr' });
  const valueOf = (name: string) =>
    all.find(({ variable }) => variable === name)?.attributes.find(({ type }) => type === 'actual')?.value ?? null;
  const numberOf = (name: string) => {
    const value = valueOf(name);
    return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
  };
  const units = valueOf('RateUnit');
  const enabled = valueOf('Enabled')?.toLowerCase();
  return {
    unit: units !== null && !units.split(',').includes('A') && units.includes('W') ? 'W' : 'A',
    maxPeriods: Math.max(1, numberOf('PeriodsPerSchedule') ?? cautious.maxPeriods),
    maxStackLevel: numberOf('ProfileStackLevel') ?? cautious.maxStackLevel,
    isSwitchedOn: enabled === undefined ? null : enabled === 'true',
  };
}
