/** Measured on two shared cores on 2026-11-18: `npm run bench -- storage`, and bench/gate/gate.json for processor and memory. */
const measured = {
  cpuSecondsPer1000: { durable: 0.16, heartbeat: 0.1 },
  kilobytesPerStation: 31.4,
  processMegabytes: 350,
  /** Bytes that stay for each message: for ever, and until they are dropped by age. */
  keptBytes: 582,
  droppedBytes: 229,
} as const;

/** What a station does: 1.5 sessions a day, 15 % of all charging at the peak and 6 % on average, a meter value a minute. */
const habits = {
  heartbeatSeconds: 300,
  sessionsPerDay: 1.5,
  messagesPerSession: 10,
  chargingOnAverage: 0.06,
  chargingAtPeak: 0.15,
};
const stationsPerProcess = 15_000;
/** Nobody plans for a full machine. */
const load = 0.5;
const daySeconds = 86_400;

export const fleets = [10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;

export type Sizing = {
  stations: number;
  durablePerSecond: number;
  heartbeatsPerSecond: number;
  cores: number;
  processes: number;
  memoryGb: number;
  keptGbPerDay: number;
  droppedGbPerDay: number;
};

export function sizingOf(stations: number): Sizing {
  const { heartbeatSeconds, sessionsPerDay, messagesPerSession, chargingOnAverage, chargingAtPeak } = habits;
  const sessionMessages = (stations * sessionsPerDay * messagesPerSession) / daySeconds;
  const peak = (stations * chargingAtPeak) / 60 + 3 * sessionMessages;
  const perDay = ((stations * chargingOnAverage) / 60 + sessionMessages) * daySeconds;
  const heartbeats = stations / heartbeatSeconds;
  const { durable, heartbeat } = measured.cpuSecondsPer1000;
  const busy = (peak * durable + heartbeats * heartbeat) / 1_000;
  const processes = Math.max(Math.ceil(stations / stationsPerProcess), stations >= 10_000 ? 2 : 1);
  return {
    stations,
    durablePerSecond: peak,
    heartbeatsPerSecond: heartbeats,
    cores: Math.max(1, Math.ceil(busy / load)),
    processes,
    memoryGb: (stations * measured.kilobytesPerStation) / 1e6 + (processes * measured.processMegabytes) / 1e3,
    keptGbPerDay: (perDay * measured.keptBytes) / 1e9,
    droppedGbPerDay: (perDay * measured.droppedBytes) / 1e9,
  };
}

const heads = {
  en: [
    'stations',
    'durable messages/s at the peak',
    'heartbeats/s',
    'cores',
    'processes',
    'memory GB',
    'kept GB/day',
    'dropped by age GB/day',
  ],
  'pt-BR': [
    'estações',
    'mensagens duráveis/s no pico',
    'heartbeats/s',
    'núcleos',
    'processos',
    'memória GB',
    'guardado GB/dia',
    'descartado por idade GB/dia',
  ],
} as const;

/** The table of docs/guides/scaling.md, as Markdown. */
export function sizingTable(language: keyof typeof heads): string {
  const number = (value: number) =>
    value.toLocaleString(language, { maximumSignificantDigits: value < 100 ? 2 : 3, maximumFractionDigits: 20 });
  const rows = fleets.map((stations) =>
    Object.entries(sizingOf(stations)).map(([name, value]) =>
      name === 'stations' ? value.toLocaleString(language) : number(value),
    ),
  );
  const names = heads[language];
  return [names, names.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
