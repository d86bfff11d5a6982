import type { SessionLimits } from '#contract/sessions/limits.ts';

type Place = { stationId: string; evseId: number };

/** PUBLIC_URL/pay/{station}/{EVSE}/{code}, as it is printed. */
export function addressText(origin: string, { stationId, evseId }: Place, code: string): string {
  return `${origin}/pay/${encodeURIComponent(stationId)}/${evseId}/${code}`;
}

/** The same with the words that a station fills in by itself (C25). */
export function addressTemplate(origin: string): string {
  return `${origin}/pay/{chargingstationid}/{evse}/{totp}?v={version}`;
}

/** The limits that the driver chose at the station, which adds them to the address. A value that cannot be a limit is ignored, so that the driver can still choose. */
export function limitsFromAddress(
  query: Readonly<Record<string, unknown>>,
): Pick<SessionLimits, 'energyWh' | 'seconds' | 'cost'> {
  const named = new Map(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]));
  const [energyWh, seconds] = [
    wholeNumber(named.get('maxenergy'), 1_000_000),
    wholeNumber(named.get('maxtime'), 604_800),
  ];
  const cost = named.get('maxcost');
  const isCost = typeof cost === 'string' && /^\d{1,5}(\.\d{1,2})?$/.test(cost) && Number(cost) > 0;
  return { ...(energyWh && { energyWh }), ...(seconds && { seconds }), ...(isCost && { cost }) };
}

function wholeNumber(value: unknown, max: number): number | undefined {
  if (typeof value !== 'string' || !/^\d{1,7}$/.test(value)) return undefined;
  const number = Number(value);
  return number > 0 && number <= max ? number : undefined;
}
