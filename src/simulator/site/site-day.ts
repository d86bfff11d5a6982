import { randomFrom } from '../random.ts';

/** A site as its meters see it; which hour it is there counts. */
export type SimulatedSite = {
  name: string;
  timeZone: string;
  /** What the roof makes at noon under a clear sky. */
  solarPeakW: number;
  /** What the building draws on a working day at noon. */
  loadPeakW: number;
};

const sunrise = 6;
const sunset = 18;
const quarterMs = 900_000;
/** Of its peak, what a building draws when nobody is there. */
const restingLoad = 0.3;

/** What the sun makes: none at night, most at noon, less under clouds that change by the quarter of an hour. */
export function solarW({ name, timeZone, solarPeakW }: SimulatedSite, at: Date): number {
  const { hour } = localHour(at, timeZone);
  if (hour <= sunrise || hour >= sunset) return 0;
  const height = Math.sin((Math.PI * (hour - sunrise)) / (sunset - sunrise));
  return Math.round(solarPeakW * height * (0.35 + 0.65 * smoothNoise(`clouds of ${name}`, at)));
}

/** What the building draws: little at night and on weekends, most while people work. */
export function buildingW({ name, timeZone, loadPeakW }: SimulatedSite, at: Date): number {
  const { hour, isWeekend } = localHour(at, timeZone);
  const presence = isWeekend ? 0.15 : bump(hour, 8, 18);
  const wobble = 0.9 + 0.2 * smoothNoise(`load of ${name}`, at);
  return Math.round(loadPeakW * (restingLoad + (1 - restingLoad) * presence) * wobble);
}

/** 1 between two hours, 0 away from them, and in between over an hour. */
function bump(hour: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, hour - from + 0.5, to - hour + 0.5));
}

/** From 0 to 1, the same at the same time in every run, and without leaps. */
function smoothNoise(words: string, at: Date): number {
  const position = at.getTime() / quarterMs;
  const [before, part] = [Math.floor(position), position % 1];
  const knot = (index: number) => randomFrom(`${words} ${index}`)();
  return knot(before) * (1 - part) + knot(before + 1) * part;
}

export function localHour(at: Date, timeZone: string): { hour: number; isWeekend: boolean } {
  const clock = clocks.get(timeZone) ?? clockOf(timeZone);
  clocks.set(timeZone, clock);
  const parts = clock.formatToParts(at);
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { hour: Number(read('hour')) + Number(read('minute')) / 60, isWeekend: read('weekday').startsWith('S') };
}

/** Making one takes a hundred times longer than reading it. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
