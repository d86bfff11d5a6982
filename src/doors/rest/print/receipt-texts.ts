import type { BillEntry } from '#contract/billing/bill.ts';
import type { CostLine } from '#contract/billing/cost.ts';
import type { SessionFlag } from '#contract/sessions/oddity.ts';
import type { Language } from '#contract/stations/message.ts';

type Texts = {
  title: string;
  issuedAt: string;
  site: string;
  station: string;
  session: string;
  driver: string;
  token: string;
  startedAt: string;
  endedAt: string;
  energy: string;
  meter: string;
  tariff: string;
  version: string;
  /** What is odd about the session, since the driver may ask. */
  remarks: string;
  flags: Record<SessionFlag, string>;
  steps: string;
  what: string;
  quantity: string;
  price: string;
  amount: string;
  when: string;
  free: string;
  net: string;
  taxes: string;
  total: string;
  /** The sum of the steps, where bookings after it made up for something. */
  calculated: string;
  bookings: string;
  signed: string;
  signedAbout: string;
  kinds: Record<CostLine['kind'], string>;
  entries: Record<BillEntry['kind'], string>;
  verdicts: Record<string, string>;
};

export const receiptTexts: Record<Language, Texts> = {
  en: {
    title: 'Receipt',
    issuedAt: 'Issued',
    site: 'Site',
    station: 'Station',
    session: 'Session',
    driver: 'Driver',
    token: 'Token',
    startedAt: 'Began',
    endedAt: 'Ended',
    energy: 'Energy',
    meter: 'Meter',
    tariff: 'Tariff',
    version: 'version',
    remarks: 'Remarks',
    flags: {
      'no-start': 'its beginning was not reported',
      'has-gap': 'some reports are missing',
      'seqno-unreliable': 'the station numbered its reports wrongly',
      'meter-reset': 'the meter went back',
      suspect: 'a reading leapt unlikely far',
      'relative-samples': 'the station told increases, not readings',
      'wrong-unit': 'readings came in another unit than they said',
      'split-samples': 'readings came by phase and were added up',
      'was-offline': 'parts were recorded while the station was offline',
      'was-resumed': 'was resumed after an interruption',
      'several-ends': 'its end was reported more than once',
      'ends-before-start': 'its end was dated before its beginning',
      'clock-skew': "the station's clock was wrong",
      'clock-set-back': "the station's clock was set back",
      'unusable-value': 'the station reported a number that cannot be true; it was not counted',
      conflict: 'the station reported something twice, with different content',
      overlaps: 'another session was reported at the same outlet and time',
      'stop-matched': 'its end was found by the meter and the time',
      'match-superseded': 'an end that was found for it was replaced by its own',
      merged: 'was put together from two parts',
      'closed-inferred': 'its end was not reported; it was closed by what is known',
      'close-superseded': 'was closed, and its own end came later',
    },
    steps: 'How the cost came about',
    what: 'For',
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    when: 'When',
    free: 'No tariff holds for this session: it is free of charge.',
    net: 'Without taxes',
    taxes: 'Taxes',
    total: 'Total',
    calculated: 'Calculated',
    bookings: 'Bookings',
    signed: 'Signed meter values',
    signedAbout: 'As the meter sent them, to the letter; any program that knows the format can check them.',
    kinds: {
      energy: 'Energy',
      time: 'Time',
      idle: 'Time after charging',
      'session-fee': 'Fee per session',
      'reservation-fee': 'Reservation fee',
      'reservation-time': 'Reserved time',
      minimum: 'Up to the minimum',
      maximum: 'Down to the maximum',
      tax: 'Tax',
      'included-tax': 'Tax, included above',
    },
    entries: { charge: 'Charge', adjustment: 'Adjustment', correction: 'Correction' },
    verdicts: {
      verified: 'signature verified',
      'verified-by-own-key': 'signature verified by the key that the station sent along',
      failed: 'SIGNATURE DOES NOT MATCH',
      'not-checked': 'not checked',
    },
  },
  'pt-BR': {
    title: 'Recibo',
    issuedAt: 'Emitido',
    site: 'Local',
    station: 'Estação',
    session: 'Sessão',
    driver: 'Motorista',
    token: 'Cartão',
    startedAt: 'Início',
    endedAt: 'Fim',
    energy: 'Energia',
    meter: 'Medidor',
    tariff: 'Tarifa',
    version: 'versão',
    remarks: 'Observações',
    flags: {
      'no-start': 'o início não foi informado',
      'has-gap': 'faltam alguns registros',
      'seqno-unreliable': 'a estação numerou os registros de forma errada',
      'meter-reset': 'o medidor voltou atrás',
      suspect: 'uma leitura deu um salto improvável',
      'relative-samples': 'a estação informou acréscimos, não leituras',
      'wrong-unit': 'as leituras vieram em unidade diferente da informada',
      'split-samples': 'as leituras vieram por fase e foram somadas',
      'was-offline': 'partes foram registradas com a estação offline',
      'was-resumed': 'foi retomada após uma interrupção',
      'several-ends': 'o fim foi informado mais de uma vez',
      'ends-before-start': 'o fim tinha data anterior ao início',
      'clock-skew': 'o relógio da estação estava errado',
      'clock-set-back': 'o relógio da estação foi atrasado',
      'unusable-value': 'a estação informou um número que não pode ser verdadeiro; ele não foi contado',
      conflict: 'a estação informou algo duas vezes, com conteúdo diferente',
      overlaps: 'outra sessão foi informada no mesmo ponto e horário',
      'stop-matched': 'o fim foi encontrado pelo medidor e pelo horário',
      'match-superseded': 'um fim encontrado para ela foi substituído pelo próprio',
      merged: 'foi reunida a partir de duas partes',
      'closed-inferred': 'o fim não foi informado; foi encerrada pelo que se sabe',
      'close-superseded': 'foi encerrada, e o próprio fim chegou depois',
    },
    steps: 'Como se chegou ao valor',
    what: 'Por',
    quantity: 'Quantidade',
    price: 'Preço',
    amount: 'Valor',
    when: 'Quando',
    free: 'Nenhuma tarifa vale para esta sessão: ela é gratuita.',
    net: 'Sem impostos',
    taxes: 'Impostos',
    total: 'Total',
    calculated: 'Calculado',
    bookings: 'Lançamentos',
    signed: 'Valores assinados do medidor',
    signedAbout:
      'Como o medidor os enviou, letra por letra; qualquer programa que conheça o formato pode verificá-los.',
    kinds: {
      energy: 'Energia',
      time: 'Tempo',
      idle: 'Tempo depois da recarga',
      'session-fee': 'Taxa por sessão',
      'reservation-fee': 'Taxa de reserva',
      'reservation-time': 'Tempo reservado',
      minimum: 'Até o mínimo',
      maximum: 'Até o máximo',
      tax: 'Imposto',
      'included-tax': 'Imposto, incluído acima',
    },
    entries: { charge: 'Cobrança', adjustment: 'Ajuste', correction: 'Correção' },
    verdicts: {
      verified: 'assinatura verificada',
      'verified-by-own-key': 'assinatura verificada pela chave que a estação enviou junto',
      failed: 'A ASSINATURA NÃO CONFERE',
      'not-checked': 'não verificada',
    },
  },
};
