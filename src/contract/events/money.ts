import { z } from 'zod';
import { tariffTerms } from '../billing/tariff-terms.ts';
import { boolean, defineEvent, list, number, numberOrNull, text, textOrNull } from './define-event.ts';

const version = { tariffId: text, version: number, validFrom: text, terms: tariffTerms };
const assignment = {
  assignmentId: text,
  tariffId: text,
  groupId: textOrNull,
  siteId: textOrNull,
  stationId: textOrNull,
  evseId: numberOrNull,
  connectorId: numberOrNull,
  validFrom: textOrNull,
  validTo: textOrNull,
};
/** Amounts are decimal text: "12.34". */
const sums = { currency: text, amount: text, tax: text, entryId: text };
const sessionBill = { sessionId: text, ref: text, total: text, ...sums };
const pricing = { tariffId: textOrNull, tariffVersion: numberOrNull, why: textOrNull, reason: textOrNull };
const fee = { reservationId: number, evseId: numberOrNull, tokenId: text, ...sums, ...pricing };
/** Of a payment at a provider; `subject` is what is paid. */
const payment = {
  paymentId: text,
  purpose: text,
  subject: text,
  provider: text,
  method: text,
  currency: text,
  state: text,
  consent: text,
  authorized: text,
  received: text,
  refunded: text,
  refundOwed: text,
  clawedBack: text,
  target: textOrNull,
  allocated: text,
  fees: text,
  trouble: textOrNull,
};
/** `what`: an invoice or a credit note; `total` is below zero where money goes back. */
const invoice = {
  invoiceId: text,
  name: text,
  driverId: text,
  currency: text,
  total: text,
  what: z.enum(['invoice', 'credit-note']),
};
const cost = { sessionRef: text, total: text, currency: text, isFinal: boolean };

const guestVisit = {
  visitId: text,
  evseId: number,
  why: textOrNull,
  amount: text,
  currency: text,
  paymentId: textOrNull,
  sessionId: textOrNull,
  state: z.enum(['paying', 'starting', 'charging', 'ended', 'not-started', 'unpaid']),
};

/** Tariffs, what sessions cost, bills and payments. */
export const moneyEvents = {
  'tariff-added': defineEvent(version, 'tariff[ {tariffId}] was made', 'a tarifa[ {tariffId}] foi criada'),
  'tariff-version-added': defineEvent(
    version,
    'tariff[ {tariffId}] has a new version',
    'a tarifa[ {tariffId}] tem uma nova versão',
  ),
  'tariff-retired': defineEvent(
    { tariffId: text, assignments: number, stations: number, tokens: number },
    'tariff[ {tariffId}] was archived',
    'a tarifa[ {tariffId}] foi desativada',
  ),
  'tariff-assigned': defineEvent(
    assignment,
    'tariff[ {tariffId}] holds at another place',
    'a tarifa[ {tariffId}] vale em mais um lugar',
  ),
  'tariff-unassigned': defineEvent(
    assignment,
    'tariff[ {tariffId}] holds at one place less',
    'a tarifa[ {tariffId}] vale em um lugar a menos',
  ),
  'tariff-set': defineEvent(
    { evseId: number, tariffId: text },
    '{station} was given tariff[ {tariffId}]',
    '{station} recebeu a tarifa[ {tariffId}]',
  ),
  'tariffs-cleared': defineEvent(
    { evseId: numberOrNull, tariffIds: list(text).nullable() },
    '{station} dropped tariffs',
    '{station} descartou tarifas',
  ),
  'tariffs-reported': defineEvent(
    { tariffIds: list(text) },
    '{station} reported its tariffs',
    '{station} informou suas tarifas',
  ),
  'station-tariff-state': defineEvent(
    { evseId: number, tariffId: text, version: number, state: text, said: textOrNull.optional() },
    '{station}: the tariffs it was told stand differently',
    '{station}: a situação das tarifas informadas mudou',
  ),
  'session-tariff-changed': defineEvent(
    { sessionRef: text, tariffId: text },
    '{station}: session[ {sessionRef}] has another tariff',
    '{station}: a sessão[ {sessionRef}] tem outra tarifa',
  ),
  'session-cost-sent': defineEvent(
    cost,
    '{station} was told what a session costs',
    '{station} foi informada do custo de uma sessão',
  ),
  'session-cost-reported': defineEvent(
    cost,
    '{station} reported what a session cost',
    '{station} informou o custo de uma sessão',
  ),
  'session-cost-differs': defineEvent(
    {
      sessionRef: text,
      ours: text,
      currency: text,
      theirs: text,
      theirCurrency: text,
      difference: textOrNull,
    },
    '{station} calculated the cost of session[ {sessionRef}] otherwise[, by {difference}]',
    '{station} calculou outro custo para a sessão[ {sessionRef}][: diferença de {difference}]',
  ),
  'session-billed': defineEvent(
    { ...sessionBill, ...pricing },
    '{station}: session[ {ref}] was billed[, {total}]',
    '{station}: sessão[ {ref}] cobrada[, {total}]',
  ),
  'session-bill-adjusted': defineEvent(
    { ...sessionBill, ...pricing },
    '{station}: the bill of session[ {ref}] was adjusted[ by {amount}]',
    '{station}: conta da sessão[ {ref}] ajustada[ em {amount}]',
  ),
  'session-bill-corrected': defineEvent(
    { ...sessionBill, reason: text },
    '{station}: the bill of session[ {ref}] was corrected[ by {amount}]',
    '{station}: conta da sessão[ {ref}] corrigida[ em {amount}]',
  ),
  'reservation-billed': defineEvent(
    fee,
    '{station}: reservation {reservationId} was billed[, {amount}]',
    '{station}: a reserva {reservationId} foi cobrada[, {amount}]',
  ),
  'reservation-bill-adjusted': defineEvent(
    fee,
    '{station}: reservation {reservationId} was used after all[, {amount}]',
    '{station}: a reserva {reservationId} foi usada afinal[, {amount}]',
  ),
  'roaming-billed': defineEvent(
    { partnerId: text, cdrId: text, place: text, ...sums },
    'a session of a driver at a roaming partner[, {place},] was billed[, {amount}]',
    'uma sessão de um motorista em um parceiro de roaming[, {place},] foi cobrada[, {amount}]',
  ),
  'token-credit-booked': defineEvent(
    {
      tokenId: text,
      sessionId: text.optional(),
      reservationId: number.optional(),
      recordId: text.optional(),
      amount: text,
      currency: text,
    },
    'the credit of token[ {tokenId}] fell[ by {amount}]',
    'o crédito do token[ {tokenId}] baixou[ em {amount}]',
  ),
  'payment-authorized': defineEvent(
    {
      brand: textOrNull,
      lastFour: textOrNull,
      pspRef: text,
      tokenId: text,
      evseId: numberOrNull,
      sessionRef: textOrNull,
      maxAmount: textOrNull,
    },
    '{station}: a card was accepted for payment',
    '{station}: um cartão foi aceito para pagamento',
  ),
  'payment-settled': defineEvent(
    {
      settlementId: text,
      pspRef: text,
      sessionRef: textOrNull,
      status: z.enum(['settled', 'cancelled', 'rejected', 'failed']),
      amount: text,
    },
    '{station} reported how a payment ended',
    '{station} informou como um pagamento terminou',
  ),
  'payment-begun': defineEvent(
    payment,
    'a payment[ of up to {consent} {currency}][ by {method}] was begun',
    'um pagamento[ de até {consent} {currency}][ por {method}] foi iniciado',
  ),
  'payment-changed': defineEvent(
    payment,
    'a payment[ by {method}] is {state} now',
    'um pagamento[ por {method}] agora está: {state}',
    {
      'state=pending': {
        en: 'a payment[ by {method}] waits for its payer',
        'pt-BR': 'um pagamento[ por {method}] espera pelo pagador',
      },
      'state=held': {
        en: '[{authorized} {currency} ]were held[ by {method}]',
        'pt-BR': '[{authorized} {currency} ]foram reservados[ por {method}]',
      },
      'state=paid': {
        en: '[{received} {currency} ]were paid[ by {method}]',
        'pt-BR': '[{received} {currency} ]foram pagos[ por {method}]',
      },
      'state=capturing': { en: 'a held amount is being taken', 'pt-BR': 'um valor reservado está sendo cobrado' },
      'state=captured': {
        en: '[{received} {currency} ]were taken of what was held',
        'pt-BR': '[{received} {currency} ]foram cobrados do valor reservado',
      },
      'state=refunding': {
        en: '[{refundOwed} {currency} ]are being given back',
        'pt-BR': '[{refundOwed} {currency} ]estão sendo devolvidos',
      },
      'state=settled': {
        en: 'a payment is settled[: {allocated} {currency} were kept]',
        'pt-BR': 'um pagamento foi liquidado[: {allocated} {currency} ficaram conosco]',
      },
      'state=failed': { en: 'a payment[ by {method}] failed', 'pt-BR': 'um pagamento[ por {method}] falhou' },
      'state=expired': { en: 'nobody paid in time', 'pt-BR': 'ninguém pagou a tempo' },
      'state=canceled': { en: 'a payment was canceled', 'pt-BR': 'um pagamento foi cancelado' },
      'state=disputed': {
        en: 'a provider took back money that had been kept',
        'pt-BR': 'um provedor retomou dinheiro que tinha ficado conosco',
      },
    },
  ),
  'open-item-opened': defineEvent(
    { item: text, paymentId: textOrNull, amount: text, currency: text },
    'somebody has to look at money[: {amount} {currency}]',
    'alguém precisa olhar um assunto de dinheiro[: {amount} {currency}]',
    {
      'item=shortfall': {
        en: 'a payment covers less than its bill[: {amount} {currency} are missing]',
        'pt-BR': 'um pagamento cobre menos do que a conta[: faltam {amount} {currency}]',
      },
      'item=refund-refused': {
        en: 'a bank does not carry out a refund[ of {amount} {currency}]',
        'pt-BR': 'um banco não faz uma devolução[ de {amount} {currency}]',
      },
      'item=capture-refused': {
        en: 'a provider does not hand out what it holds[: {amount} {currency}]',
        'pt-BR': 'um provedor não entrega o valor reservado[: {amount} {currency}]',
      },
      'item=hold-ending': {
        en: 'a hold[ of {amount} {currency}] ends soon, and nobody has settled it',
        'pt-BR': 'uma reserva[ de {amount} {currency}] acaba em breve, e ninguém a acertou',
      },
      'item=unsettled': {
        en: '[{amount} {currency} ]were paid a day ago, and nobody has settled them',
        'pt-BR': '[{amount} {currency} ]foram pagos há um dia, e ninguém os acertou',
      },
      'item=unbilled-record': {
        en: 'a roaming partner charged[ {amount} {currency}] for a token that nobody can be billed for',
        'pt-BR':
          'um parceiro de roaming cobrou[ {amount} {currency}] por um token pelo qual não se pode cobrar ninguém',
      },
      'item=terminal-failed': {
        en: 'a terminal could not take[ {amount} {currency}]',
        'pt-BR': 'um terminal não conseguiu cobrar[ {amount} {currency}]',
      },
      'item=terminal-differs': {
        en: 'a terminal took another amount than the bill[: {amount} {currency} apart]',
        'pt-BR': 'um terminal cobrou um valor diferente da conta[: diferença de {amount} {currency}]',
      },
    },
  ),
  'invoice-issued': defineEvent(
    { ...invoice, correctsId: textOrNull },
    'invoice[ {name}] was made[, {total} {currency}]',
    'a fatura[ {name}] foi emitida[, {total} {currency}]',
    {
      'what=credit-note': {
        en: 'credit note[ {name}] was made[, {total} {currency}]',
        'pt-BR': 'a nota de crédito[ {name}] foi emitida[, {total} {currency}]',
      },
    },
  ),
  'invoice-paid': defineEvent(
    { ...invoice, amount: text, method: text },
    'a payment of invoice[ {name}] was entered[: {amount} {currency}]',
    'um pagamento da fatura[ {name}] foi lançado[: {amount} {currency}]',
  ),
  'invoice-reminded': defineEvent(
    { ...invoice, reminder: number },
    'invoice[ {name}] is not paid: reminder {reminder}',
    'a fatura[ {name}] não foi paga: lembrete {reminder}',
  ),
  'invoice-registered': defineEvent(
    { ...invoice, state: z.enum(['registered', 'refused']), note: textOrNull },
    'the fiscal service registered invoice[ {name}]',
    'o serviço fiscal registrou a fatura[ {name}]',
    {
      'state=refused': {
        en: 'the fiscal service refused invoice[ {name}][: {note}]',
        'pt-BR': 'o serviço fiscal recusou a fatura[ {name}][: {note}]',
      },
    },
  ),
  'money-differs': defineEvent(
    { provider: text, day: text, differences: number },
    'our books and the statement of {provider} differ[ on {day}]',
    'os nossos livros e o extrato de {provider} diferem[ em {day}]',
  ),
  'web-payment-started': defineEvent(
    { evseId: number, timeoutSeconds: number },
    '{station}[ connector {connector}]: a payment on the web began',
    '{station}[ conector {connector}]: um pagamento na web começou',
  ),
  'guest-visit-begun': defineEvent(
    guestVisit,
    '{station}: somebody without an account pays[ up to {amount} {currency}]',
    '{station}: alguém sem conta paga[ até {amount} {currency}]',
  ),
  'guest-visit-changed': defineEvent(
    guestVisit,
    '{station}: what somebody paid for at the station went on',
    '{station}: a recarga paga na estação seguiu',
    {
      'state=starting': {
        en: '{station}: a paid session is being started',
        'pt-BR': '{station}: uma sessão paga está sendo iniciada',
      },
      'state=charging': {
        en: '{station}: a paid session began',
        'pt-BR': '{station}: uma sessão paga começou',
      },
      'state=ended': {
        en: '{station}: a paid session is settled',
        'pt-BR': '{station}: uma sessão paga foi liquidada',
      },
      'state=not-started': {
        en: '{station}: a paid session did not begin, the money goes back',
        'pt-BR': '{station}: uma sessão paga não começou, o dinheiro volta',
      },
      'state=unpaid': {
        en: '{station}: somebody without an account did not pay',
        'pt-BR': '{station}: alguém sem conta não pagou',
      },
    },
  ),
  'payment-code-changed': defineEvent(
    { evseId: number, state: z.enum(['asked', 'dynamic', 'refused', 'static']), said: textOrNull },
    '{station} was asked to show a payment code that changes',
    '{station}: pedido para mostrar um código de pagamento que muda',
    {
      'state=dynamic': {
        en: '{station} shows a payment code that changes',
        'pt-BR': '{station} mostra um código de pagamento que muda',
      },
      'state=refused': {
        en: '{station} refused to show a payment code[: {said}]',
        'pt-BR': '{station} se recusou a mostrar um código de pagamento[: {said}]',
      },
      'state=static': {
        en: '{station}: the payment code on the sticker counts again',
        'pt-BR': '{station}: o código de pagamento do adesivo volta a valer',
      },
    },
  ),
  'vat-number-validated': defineEvent(
    { evseId: numberOrNull, isAccepted: boolean, reason: text },
    '{station}: a VAT number was refused',
    '{station}: um número fiscal foi recusado',
    {
      'isAccepted=true': {
        en: '{station}: a VAT number was accepted',
        'pt-BR': '{station}: um número fiscal foi aceito',
      },
    },
  ),
};
