import { byLanguage, type Pair } from '#base/by-language.ts';
import type { BillEntry } from '#contract/billing/bill.ts';
import type { CostLine } from '#contract/billing/cost.ts';
import type { SessionFlag } from '#contract/sessions/oddity.ts';

export const receiptTexts = byLanguage({
  title: ['Receipt', 'Recibo'],
  issuedAt: ['Issued', 'Emitido'],
  site: ['Site', 'Local'],
  station: ['Station', 'Estação'],
  session: ['Session', 'Sessão'],
  driver: ['Driver', 'Motorista'],
  token: ['Token', 'Cartão'],
  startedAt: ['Began', 'Início'],
  endedAt: ['Ended', 'Fim'],
  energy: ['Energy', 'Energia'],
  meter: ['Meter', 'Medidor'],
  tariff: ['Tariff', 'Tarifa'],
  version: ['version', 'versão'],
  /** What is odd about the session, since the driver may ask. */
  remarks: ['Remarks', 'Observações'],
  flags: {
    'no-start': ['its beginning was not reported', 'o início não foi informado'],
    'has-gap': ['some reports are missing', 'faltam alguns registros'],
    'seqno-unreliable': ['the station numbered its reports wrongly', 'a estação numerou os registros de forma errada'],
    'meter-reset': ['the meter went back', 'o medidor voltou atrás'],
    suspect: ['a reading leapt unlikely far', 'uma leitura deu um salto improvável'],
    'relative-samples': ['the station told increases, not readings', 'a estação informou acréscimos, não leituras'],
    'wrong-unit': [
      'readings came in another unit than they said',
      'as leituras vieram em unidade diferente da informada',
    ],
    'split-samples': ['readings came by phase and were added up', 'as leituras vieram por fase e foram somadas'],
    'was-offline': [
      'parts were recorded while the station was offline',
      'partes foram registradas com a estação offline',
    ],
    'was-resumed': ['was resumed after an interruption', 'foi retomada após uma interrupção'],
    'several-ends': ['its end was reported more than once', 'o fim foi informado mais de uma vez'],
    'ends-before-start': ['its end was dated before its beginning', 'o fim tinha data anterior ao início'],
    'clock-skew': ["the station's clock was wrong", 'o relógio da estação estava errado'],
    'clock-set-back': ["the station's clock was set back", 'o relógio da estação foi atrasado'],
    'unusable-value': [
      'the station reported a number that cannot be true; it was not counted',
      'a estação informou um número que não pode ser verdadeiro; ele não foi contado',
    ],
    conflict: [
      'the station reported something twice, with different content',
      'a estação informou algo duas vezes, com conteúdo diferente',
    ],
    overlaps: [
      'another session was reported at the same outlet and time',
      'outra sessão foi informada no mesmo ponto e horário',
    ],
    'stop-matched': ['its end was found by the meter and the time', 'o fim foi encontrado pelo medidor e pelo horário'],
    'match-superseded': [
      'an end that was found for it was replaced by its own',
      'um fim encontrado para ela foi substituído pelo próprio',
    ],
    merged: ['was put together from two parts', 'foi reunida a partir de duas partes'],
    'closed-inferred': [
      'its end was not reported; it was closed by what is known',
      'o fim não foi informado; foi encerrada pelo que se sabe',
    ],
    'close-superseded': ['was closed, and its own end came later', 'foi encerrada, e o próprio fim chegou depois'],
  } satisfies Record<SessionFlag, Pair>,
  steps: ['How the cost came about', 'Como se chegou ao valor'],
  what: ['For', 'Por'],
  quantity: ['Quantity', 'Quantidade'],
  price: ['Price', 'Preço'],
  amount: ['Amount', 'Valor'],
  when: ['When', 'Quando'],
  free: [
    'No tariff holds for this session: it is free of charge.',
    'Nenhuma tarifa vale para esta sessão: ela é gratuita.',
  ],
  net: ['Without taxes', 'Sem impostos'],
  taxes: ['Taxes', 'Impostos'],
  total: ['Total', 'Total'],
  /** The sum of the steps, where bookings after it made up for something. */
  calculated: ['Calculated', 'Calculado'],
  bookings: ['Bookings', 'Lançamentos'],
  signed: ['Signed meter values', 'Valores assinados do medidor'],
  signedAbout: [
    'As the meter sent them, to the letter; any program that knows the format can check them.',
    'Como o medidor os enviou, letra por letra; qualquer programa que conheça o formato pode verificá-los.',
  ],
  kinds: {
    energy: ['Energy', 'Energia'],
    time: ['Time', 'Tempo'],
    idle: ['Time after charging', 'Tempo depois da recarga'],
    'session-fee': ['Fee per session', 'Taxa por sessão'],
    'reservation-fee': ['Reservation fee', 'Taxa de reserva'],
    'reservation-time': ['Reserved time', 'Tempo reservado'],
    minimum: ['Up to the minimum', 'Até o mínimo'],
    maximum: ['Down to the maximum', 'Até o máximo'],
    tax: ['Tax', 'Imposto'],
    'included-tax': ['Tax, included above', 'Imposto, incluído acima'],
  } satisfies Record<CostLine['kind'], Pair>,
  entries: {
    charge: ['Charge', 'Cobrança'],
    adjustment: ['Adjustment', 'Ajuste'],
    correction: ['Correction', 'Correção'],
  } satisfies Record<BillEntry['kind'], Pair>,
  verdicts: {
    verified: ['signature verified', 'assinatura verificada'],
    'verified-by-own-key': [
      'signature verified by the key that the station sent along',
      'assinatura verificada pela chave que a estação enviou junto',
    ],
    failed: ['SIGNATURE DOES NOT MATCH', 'A ASSINATURA NÃO CONFERE'],
    'not-checked': ['not checked', 'não verificada'],
  },
});
