import { byLanguage, type Pair } from '#base/by-language.ts';
import type { ReportBy } from '#contract/reports/report.ts';

export const reportTexts = byLanguage({
  title: ['Charging report', 'Relatório de recargas'],
  by: {
    site: ['Site', 'Local'],
    station: ['Station', 'Estação'],
    driver: ['Driver', 'Motorista'],
    tariff: ['Tariff', 'Tarifa'],
    day: ['Day', 'Dia'],
    month: ['Month', 'Mês'],
    total: ['Total', 'Total'],
  } satisfies Record<ReportBy, Pair>,
  sessions: ['Sessions', 'Sessões'],
  energy: ['Energy', 'Energia'],
  revenue: ['Revenue', 'Receita'],
  utilisation: ['Utilisation', 'Utilização'],
  firstTimeSuccess: ['First-time success', 'Sucesso na primeira tentativa'],
  uptime: ['Uptime', 'Disponibilidade'],
  outageMinutes: ['Outage min', 'Min fora do ar'],
  refusals: ['Refusals', 'Recusas'],
  total: ['Total', 'Total'],
  forgotten: ['Forgotten driver', 'Motorista esquecido'],
  none: {
    driver: ['No driver', 'Sem motorista'],
    tariff: ['No tariff', 'Sem tarifa'],
    site: ['No site', 'Sem local'],
  },
  nothing: ['Nothing happened in this time.', 'Nada aconteceu neste período.'],
  severalZones: [
    'Each session counts on the day of its own site. Time zones:',
    'Cada sessão conta no dia do seu próprio local. Fusos horários:',
  ],
  meaning: ['What the figures mean', 'O que os números significam'],
  madeAt: ['Made on', 'Feito em'],
  definitions: [
    [
      ['Sessions, energy', 'Sessions that began in the period and have ended, and what they delivered.'],
      ['Revenue', 'What was booked for them, with taxes and corrections, and fees of reservations that nobody used.'],
      ['Utilisation', 'The time in which EVSEs had a session, of all the time that they were there.'],
      [
        'First-time success',
        'Visits whose first attempt delivered at least 100 Wh, of all visits. A visit is the attempts of one token at one site, each within 15 minutes of the one before.',
      ],
      ['Uptime', '(minutes − (outage − excluded)) ÷ minutes, of every port (23 CFR 680.116).'],
      ['Refusals', 'How often a token was refused; kept for 90 days.'],
    ],
    [
      ['Sessões, energia', 'Sessões que começaram no período e já terminaram, e o que elas forneceram.'],
      ['Receita', 'O que foi lançado por elas, com impostos e correções, e as taxas de reservas que ninguém usou.'],
      ['Utilização', 'O tempo em que os EVSEs tiveram uma sessão, de todo o tempo em que existiram.'],
      [
        'Sucesso na primeira tentativa',
        'Visitas cuja primeira tentativa forneceu pelo menos 100 Wh, de todas as visitas. Uma visita são as tentativas de um cartão em um local, cada uma até 15 minutos depois da anterior.',
      ],
      ['Disponibilidade', '(minutos − (fora do ar − excluídos)) ÷ minutos, de cada ponto de recarga (23 CFR 680.116).'],
      ['Recusas', 'Quantas vezes um cartão foi recusado; guardadas por 90 dias.'],
    ],
  ],
});
