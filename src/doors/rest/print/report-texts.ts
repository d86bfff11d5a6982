import type { ReportBy } from '#contract/reports/report.ts';
import type { Language } from '#contract/stations/message.ts';

type Texts = {
  title: string;
  by: Record<ReportBy, string>;
  sessions: string;
  energy: string;
  revenue: string;
  utilisation: string;
  firstTimeSuccess: string;
  uptime: string;
  outageMinutes: string;
  refusals: string;
  total: string;
  forgotten: string;
  none: { driver: string; tariff: string; site: string };
  nothing: string;
  severalZones: string;
  meaning: string;
  madeAt: string;
  definitions: readonly (readonly [string, string])[];
};

export const reportTexts: Record<Language, Texts> = {
  en: {
    title: 'Charging report',
    by: {
      site: 'Site',
      station: 'Station',
      driver: 'Driver',
      tariff: 'Tariff',
      day: 'Day',
      month: 'Month',
      total: 'Total',
    },
    sessions: 'Sessions',
    energy: 'Energy',
    revenue: 'Revenue',
    utilisation: 'Utilisation',
    firstTimeSuccess: 'First-time success',
    uptime: 'Uptime',
    outageMinutes: 'Outage min',
    refusals: 'Refusals',
    total: 'Total',
    forgotten: 'Forgotten driver',
    none: { driver: 'No driver', tariff: 'No tariff', site: 'No site' },
    nothing: 'Nothing happened in this time.',
    severalZones: 'Each session counts on the day of its own site. Time zones:',
    meaning: 'What the figures mean',
    madeAt: 'Made on',
    definitions: [
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
  },
  'pt-BR': {
    title: 'Relatório de recargas',
    by: {
      site: 'Local',
      station: 'Estação',
      driver: 'Motorista',
      tariff: 'Tarifa',
      day: 'Dia',
      month: 'Mês',
      total: 'Total',
    },
    sessions: 'Sessões',
    energy: 'Energia',
    revenue: 'Receita',
    utilisation: 'Utilização',
    firstTimeSuccess: 'Sucesso na primeira tentativa',
    uptime: 'Disponibilidade',
    outageMinutes: 'Min fora do ar',
    refusals: 'Recusas',
    total: 'Total',
    forgotten: 'Motorista esquecido',
    none: { driver: 'Sem motorista', tariff: 'Sem tarifa', site: 'Sem local' },
    nothing: 'Nada aconteceu neste período.',
    severalZones: 'Cada sessão conta no dia do seu próprio local. Fusos horários:',
    meaning: 'O que os números significam',
    madeAt: 'Feito em',
    definitions: [
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
  },
};
