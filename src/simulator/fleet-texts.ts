import type { FleetStats } from './fleet.ts';

export type FleetLanguage = 'en' | 'pt-BR';

type Start = { count: number; versions: readonly string[]; url: string };
type Progress = { seconds: number; stats: FleetStats };
type Summary = {
  stats: FleetStats;
  acceptedOnce: number;
  journaled: number | undefined;
  isCharging: boolean;
  untold: number;
};
type FleetTexts = { start(facts: Start): string; progress(facts: Progress): string; summary(facts: Summary): string[] };

export const fleetTexts: Record<FleetLanguage, FleetTexts> = {
  en: {
    start: ({ count, versions, url }) => `Connecting ${count} stations (OCPP ${versions.join(', ')}) to ${url}`,
    progress: ({ seconds, stats }) =>
      `${seconds} s: ${stats.connected} of ${stats.stations} connected, ${stats.accepted} accepted, ` +
      `${stats.answered} of ${stats.sent} messages answered, ${stats.errors} errors, ${latency(stats)}`,
    summary: ({ stats, acceptedOnce, journaled, isCharging, untold }) => [
      `${acceptedOnce} of ${stats.stations} stations were accepted, ${stats.answered} of ${stats.sent} messages answered, ${latency(stats)}`,
      ...(isCharging
        ? [
            `${stats.truth.sessions} sessions, ${stats.truth.ended} of them ended: their meters counted ${stats.truth.deliveredWh} Wh`,
          ]
        : []),
      ...(untold > 0 ? [`${untold} sessions of which the server has not heard everything yet`] : []),
      ...(journaled === undefined ? [] : [`${journaled} acknowledged boots and status reports are in the journal`]),
      ...(stats.pending > 0
        ? [
            `${stats.pending} stations wait to be accepted: accept them, or start the server with OCPP_UNKNOWN_STATIONS=accept`,
          ]
        : []),
      `${stats.errors} errors${errorList(stats)}`,
    ],
  },
  'pt-BR': {
    start: ({ count, versions, url }) => `Conectando ${count} estações (OCPP ${versions.join(', ')}) a ${url}`,
    progress: ({ seconds, stats }) =>
      `${seconds} s: ${stats.connected} de ${stats.stations} conectadas, ${stats.accepted} aceitas, ` +
      `${stats.answered} de ${stats.sent} mensagens respondidas, ${stats.errors} erros, ${latency(stats)}`,
    summary: ({ stats, acceptedOnce, journaled, isCharging, untold }) => [
      `${acceptedOnce} de ${stats.stations} estações foram aceitas, ${stats.answered} de ${stats.sent} mensagens respondidas, ${latency(stats)}`,
      ...(isCharging
        ? [
            `${stats.truth.sessions} sessões, ${stats.truth.ended} delas encerradas: seus medidores contaram ${stats.truth.deliveredWh} Wh`,
          ]
        : []),
      ...(untold > 0 ? [`${untold} sessões das quais o servidor ainda não soube tudo`] : []),
      ...(journaled === undefined ? [] : [`${journaled} inicializações e estados confirmados estão no diário`]),
      ...(stats.pending > 0
        ? [
            `${stats.pending} estações aguardam aceitação: aceite-as, ou inicie o servidor com OCPP_UNKNOWN_STATIONS=accept`,
          ]
        : []),
      `${stats.errors} erros${errorList(stats)}`,
    ],
  },
};

function latency({ latencyMs }: FleetStats): string {
  return `p50 ${latencyMs.p50} ms, p99 ${latencyMs.p99} ms`;
}

function errorList({ errorsByKind }: FleetStats): string {
  const kinds = Object.entries(errorsByKind).toSorted(([, a], [, b]) => b - a);
  return kinds.length === 0 ? '' : ` (${kinds.map(([kind, count]) => `${kind} × ${count}`).join(', ')})`;
}
