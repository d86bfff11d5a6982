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
const cost = { sessionRef: text, total: text, currency: text, isFinal: boolean };

/** Tariffs, what sessions cost, bills and payments. */
export const moneyEvents = {
  'tariff-added': defineEvent(version, {
    en: 'tariff[ {tariffId}] was made',
    'pt-BR': 'a tarifa[ {tariffId}] foi criada',
  }),
  'tariff-version-added': defineEvent(version, {
    en: 'tariff[ {tariffId}] has a new version',
    'pt-BR': 'a tarifa[ {tariffId}] tem uma nova versão',
  }),
  'tariff-retired': defineEvent(
    { tariffId: text, assignments: number, stations: number, tokens: number },
    { en: 'tariff[ {tariffId}] was retired', 'pt-BR': 'a tarifa[ {tariffId}] foi aposentada' },
  ),
  'tariff-assigned': defineEvent(assignment, {
    en: 'tariff[ {tariffId}] holds at another place',
    'pt-BR': 'a tarifa[ {tariffId}] vale em mais um lugar',
  }),
  'tariff-unassigned': defineEvent(assignment, {
    en: 'tariff[ {tariffId}] holds at one place less',
    'pt-BR': 'a tarifa[ {tariffId}] vale em um lugar a menos',
  }),
  'tariff-set': defineEvent(
    { evseId: number, tariffId: text },
    { en: '{station} was given tariff[ {tariffId}]', 'pt-BR': '{station} recebeu a tarifa[ {tariffId}]' },
  ),
  'tariffs-cleared': defineEvent(
    { evseId: numberOrNull, tariffIds: list(text).nullable() },
    { en: '{station} dropped tariffs', 'pt-BR': '{station} descartou tarifas' },
  ),
  'tariffs-reported': defineEvent(
    { tariffIds: list(text) },
    { en: '{station} reported its tariffs', 'pt-BR': '{station} informou suas tarifas' },
  ),
  'station-tariff-state': defineEvent(
    { evseId: number, tariffId: text, version: number, state: text, said: textOrNull.optional() },
    {
      en: '{station}: the tariffs it was told stand differently',
      'pt-BR': '{station}: a situação das tarifas informadas mudou',
    },
  ),
  'session-tariff-changed': defineEvent(
    { sessionRef: text, tariffId: text },
    {
      en: '{station}: session[ {sessionRef}] has another tariff',
      'pt-BR': '{station}: a sessão[ {sessionRef}] tem outra tarifa',
    },
  ),
  'session-cost-sent': defineEvent(cost, {
    en: '{station} was told what a session costs',
    'pt-BR': '{station} foi informada do custo de uma sessão',
  }),
  'session-cost-reported': defineEvent(cost, {
    en: '{station} reported what a session cost',
    'pt-BR': '{station} informou o custo de uma sessão',
  }),
  'session-cost-differs': defineEvent(
    {
      sessionRef: text,
      ours: text,
      currency: text,
      theirs: text,
      theirCurrency: text,
      difference: textOrNull,
    },
    {
      en: '{station} calculated the cost of session[ {sessionRef}] otherwise[, by {difference}]',
      'pt-BR': '{station} calculou outro custo para a sessão[ {sessionRef}][: diferença de {difference}]',
    },
  ),
  'session-billed': defineEvent(
    { ...sessionBill, ...pricing },
    {
      en: '{station}: session[ {ref}] was billed[, {total}]',
      'pt-BR': '{station}: sessão[ {ref}] cobrada[, {total}]',
    },
  ),
  'session-bill-adjusted': defineEvent(
    { ...sessionBill, ...pricing },
    {
      en: '{station}: the bill of session[ {ref}] was adjusted[ by {amount}]',
      'pt-BR': '{station}: conta da sessão[ {ref}] ajustada[ em {amount}]',
    },
  ),
  'session-bill-corrected': defineEvent(
    { ...sessionBill, reason: text },
    {
      en: '{station}: the bill of session[ {ref}] was corrected[ by {amount}]',
      'pt-BR': '{station}: conta da sessão[ {ref}] corrigida[ em {amount}]',
    },
  ),
  'reservation-billed': defineEvent(fee, {
    en: '{station}: reservation {reservationId} was billed[, {amount}]',
    'pt-BR': '{station}: a reserva {reservationId} foi cobrada[, {amount}]',
  }),
  'reservation-bill-adjusted': defineEvent(fee, {
    en: '{station}: reservation {reservationId} was used after all[, {amount}]',
    'pt-BR': '{station}: a reserva {reservationId} foi usada afinal[, {amount}]',
  }),
  'token-credit-booked': defineEvent(
    {
      tokenId: text,
      sessionId: text.optional(),
      reservationId: number.optional(),
      amount: text,
      currency: text,
    },
    {
      en: 'the credit of token[ {tokenId}] fell[ by {amount}]',
      'pt-BR': 'o crédito do token[ {tokenId}] baixou[ em {amount}]',
    },
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
    { en: '{station}: a card was accepted for payment', 'pt-BR': '{station}: um cartão foi aceito para pagamento' },
  ),
  'payment-settled': defineEvent(
    {
      settlementId: text,
      pspRef: text,
      sessionRef: textOrNull,
      status: z.enum(['settled', 'cancelled', 'rejected', 'failed']),
      amount: text,
    },
    { en: '{station} reported how a payment ended', 'pt-BR': '{station} informou como um pagamento terminou' },
  ),
  'web-payment-started': defineEvent(
    { evseId: number, timeoutSeconds: number },
    {
      en: '{station}[ connector {connector}]: a payment on the web began',
      'pt-BR': '{station}[ conector {connector}]: um pagamento na web começou',
    },
  ),
  'vat-number-validated': defineEvent(
    { evseId: numberOrNull, isAccepted: boolean, reason: text },
    { en: '{station}: a VAT number was refused', 'pt-BR': '{station}: um número fiscal foi recusado' },
    {
      'isAccepted=true': {
        en: '{station}: a VAT number was accepted',
        'pt-BR': '{station}: um número fiscal foi aceito',
      },
    },
  ),
};
