import { portDowntime } from '../../src/charging/outages/port-downtime.ts';
import { readFacts } from '../../src/charging/outages/read-facts.ts';
import { lengthWithin } from '../../src/charging/outages/spans.ts';
import type { StationFact } from '../../src/charging/outages/station-facts.ts';
import { randomFrom } from '../../src/simulator/random.ts';

const minuteMs = 60_000;
const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
const minutesOfYear = 525_600;

/** The largest difference in minutes, and in points of uptime, over the years of so many ports with wrong clocks and repeated messages. */
export function worstUptimeError(seed: string, ports: number): { minutes: number; points: number } {
  let [minutes, points] = [0, 0];
  for (let port = 0; port < ports; port += 1) {
    const { isDown, facts } = playYear(`${seed} ${port}`);
    const { outages } = readFacts('CP-1', facts);
    const { counted } = portDowntime(
      {
        connectors: [{ connectorId: 1, since: year.from }],
        outages: [...outages.values()].map((each) => ({ ...each, isExcluded: false })),
        openHours: null,
      },
      year,
    );
    const ours = lengthWithin(counted, year) / minuteMs;
    const truth = isDown.reduce((sum, each) => sum + each, 0);
    minutes = Math.max(minutes, Math.abs(ours - truth));
    points = Math.max(points, Math.abs(uptime(ours) - uptime(truth)));
  }
  return { minutes, points };
}

/** 23 CFR 680.116(b): what could have been charged of the minutes of a year. */
function uptime(downMinutes: number): number {
  return ((minutesOfYear - downMinutes) / minutesOfYear) * 100;
}

/** What truly was, minute by minute, beside what the ledger heard of it. */
function playYear(seed: string): { isDown: Uint8Array; facts: StationFact[] } {
  const random = randomFrom(seed);
  const isDown = new Uint8Array(minutesOfYear);
  const driftMs = Math.round((random() - 0.5) * 1_200_000);
  const facts: StationFact[] = [{ kind: 'online', at: year.from, epoch: 1 }];
  const tell = (minute: number, status: 'available' | 'faulted') => {
    const recordedAt = year.from + minute * minuteMs;
    const fact = {
      kind: 'status',
      evseId: 1,
      connectorId: 1,
      status,
      code: null,
      toldAt: recordedAt + driftMs,
      recordedAt,
    } as const;
    facts.push(fact);
    if (random() < 0.3) facts.push({ ...fact, recordedAt: recordedAt + 5_000 }); // the same message again
  };
  tell(0, 'available');
  let [minute, epoch] = [20, 1];
  while (minute < minutesOfYear - 5_000) {
    const minutes = 2 + Math.floor(random() * 3_000);
    isDown.fill(1, minute, minute + minutes);
    if (random() < 0.5) {
      tell(minute, 'faulted');
      tell(minute + minutes, 'available');
    } else {
      facts.push({ kind: 'offline', at: year.from + minute * minuteMs, epoch, reason: 'no-answer' });
      epoch += 1;
      facts.push({ kind: 'online', at: year.from + (minute + minutes) * minuteMs, epoch });
      tell(minute + minutes, 'available');
    }
    minute += minutes + 20 + Math.floor(random() * 20_000);
  }
  return { isDown, facts };
}
