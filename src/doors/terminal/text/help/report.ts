import { both } from '../spoken.ts';

export const report = {
  report: both(
    'sessions, energy, revenue, use and uptime of a period',
    'sessões, energia, receita, uso e disponibilidade de um período',
  ),
  reportBy: both('a row for each', 'uma linha para cada'),
  reportFormat: both(
    'a table to read, csv for spreadsheets, json for programs, html to print',
    'table para ler, csv para planilhas, json para programas, html para imprimir',
  ),
  reportOut: both(
    'write it into this file; its ending says the format',
    'grava neste arquivo; o fim do nome diz o formato',
  ),
  reportMonth: both(
    'this month, such as 2026-03 or last, by the clock of each site; without a period: the month that runs',
    'este mês, por exemplo 2026-03 ou last (o anterior), pelo relógio de cada local; sem período: o mês em curso',
  ),
  reportFrom: both('sessions that began at this time or later', 'sessões que começaram nesta hora ou depois'),
  reportTo: both('sessions that began before this time', 'sessões que começaram antes desta hora'),
  reportDriver: both('only this driver, by name or id', 'só este motorista, pelo nome ou id'),
  reportTariff: both('only this tariff', 'só esta tarifa'),
  reportSessions: both(
    'every session of the period with its cost, as a file',
    'todas as sessões do período com o custo, como arquivo',
  ),
  reportUptime: both(
    'how long each port could charge, by the formula of NEVI, and what took it down',
    'quanto tempo cada ponto pôde recarregar, pela fórmula NEVI, e o que o parou',
  ),
  reportRefusals: both(
    'why tokens were refused, most frequent first',
    'por que tokens foram recusados, o mais frequente primeiro',
  ),
};
