import type { ReportBy } from '#contract/reports/report.ts';
import type { Outage, OutageExclusion } from '#contract/stations/outage.ts';
import { both, type Spoken, sentence } from './spoken.ts';

/** What is said about figures and outages. */
export const reports = {
  report: {
    by: {
      site: both('Site', 'Local'),
      station: both('Station', 'Estação'),
      driver: both('Driver', 'Motorista'),
      tariff: both('Tariff', 'Tarifa'),
      day: both('Day', 'Dia'),
      month: both('Month', 'Mês'),
      total: both('All', 'Tudo'),
    } satisfies Record<ReportBy, Spoken<string>>,
    noName: {
      site: both('at no site', 'em nenhum local'),
      station: both('no station', 'nenhuma estação'),
      driver: both('no driver', 'nenhum motorista'),
      tariff: both('free, without a tariff', 'grátis, sem tarifa'),
      day: both('no day', 'nenhum dia'),
      month: both('no month', 'nenhum mês'),
      total: both('all', 'tudo'),
    } satisfies Record<ReportBy, Spoken<string>>,
    total: both('total', 'total'),
    none: both('Nothing was charged in that time.', 'Nada foi recarregado nesse tempo.'),
    period: sentence('{from} to {to}', '{from} a {to}'),
    clock: sentence('by the clock of {zone}', 'pelo relógio de {zone}'),
    noPorts: both('No port was in service in that time.', 'Nenhum ponto esteve em serviço nesse tempo.'),
    allPorts: sentence('{ports} ports, uptime {uptime}', '{ports} pontos, disponibilidade {uptime}'),
    cause: both(
      (given: { cause: string; minutes: string; times: string }) =>
        `${given.cause} ${given.minutes} min (${given.times}×)`,
      ({ cause, minutes, times }) => `${cause} ${minutes} min (${times}×)`,
    ),
    minutes: sentence('{minutes} min', '{minutes} min'),
    onePeriod: both(
      'Give the period once: by --month, or by --from and --to.',
      'Dê o período uma vez só: por --month, ou por --from e --to.',
    ),
    written: sentence('{rows} sessions written to {file}.', '{rows} sessões gravadas em {file}.'),
    progress: both(
      (given: { rows: string; of: string; percent: string }) => `${given.rows} of ${given.of} (${given.percent})`,
      ({ rows, of, percent }) => `${rows} de ${of} (${percent})`,
    ),
    progressOnly: sentence('{rows} rows', '{rows} linhas'),
    outNeedsFile: both('Give --format csv, json or html for a file.', 'Dê --format csv, json ou html para um arquivo.'),
  },

  outage: {
    none: both('There was no outage in that time.', 'Não houve parada nesse tempo.'),
    lasts: both('lasts', 'continua'),
    whole: both('all', 'todos'),
    counts: both('yes', 'sim'),
    causes: {
      faulted: both('faulted', 'falha'),
      unavailable: both('unavailable', 'indisponível'),
      offline: both('offline', 'offline'),
    } satisfies Record<Outage['cause'], Spoken<string>>,
    exclusions: {
      'utility-outage': both('the grid was out', 'falta de energia da rede'),
      'vehicle-fault': both('fault of a vehicle', 'falha de um veículo'),
      'scheduled-maintenance': both('scheduled maintenance', 'manutenção programada'),
      vandalism: both('vandalism', 'vandalismo'),
      'natural-disaster': both('natural disaster', 'desastre natural'),
    } satisfies Record<OutageExclusion, Spoken<string>>,
    excluded: sentence('no: {why}', 'não: {why}'),
    nowExcluded: sentence(
      'The outage of {station} does not count against uptime any more.',
      'A parada de {station} não conta mais contra a disponibilidade.',
    ),
    countsAgain: sentence('The outage of {station} counts again.', 'A parada de {station} conta de novo.'),
  },
};
