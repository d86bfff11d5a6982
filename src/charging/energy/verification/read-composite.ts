import type { ChargingSchedule } from '#contract/energy/charging-profile.ts';
import type { ControlNeeds } from '../control/control-needs.ts';

type Asked = { stationId: string; evseId: number; unit: 'A' | 'W'; voltageV: number; phases: 1 | 2 | 3 };

const answerWithinSeconds = 10;
/** Long enough for a station that rounds its answer to minutes. */
const durationSeconds = 300;

/** What all profiles of an EVSE come to now, per phase, as its station computes it; null: it does not tell. */
export async function readComposite(
  { ask }: Pick<ControlNeeds, 'ask'>,
  { stationId, evseId, unit, voltageV, phases }: Asked,
): Promise<number | null> {
  const { status, answer } = await ask({
    stationId,
    name: 'get-composite-schedule',
    input: { evseId, durationSeconds, unit },
    answerWithinSeconds,
  });
  if (status !== 'accepted') return null;
  const schedule = answer as Partial<ChargingSchedule>;
  const period = schedule.periods?.[0];
  const rate = period?.setpoint ?? period?.limit;
  if (rate === undefined) return null;
  return (schedule.unit ?? unit) === 'A' ? rate : rate / voltageV / (period?.phases ?? phases);
}
