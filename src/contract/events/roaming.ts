import { defineEvent, list, text } from './define-event.ts';

const partner = { partnerId: text, name: text };
const cdr = { partnerId: text, cdrId: text, sessionId: text, total: text, currency: text };

/** Roaming partners, and what is charged with them. */
export const roamingEvents = {
  'partner-added': defineEvent(
    partner,
    'roaming partner[ {name}] was added',
    'o parceiro de roaming[ {name}] foi adicionado',
  ),
  'partner-changed': defineEvent(
    { partnerId: text, what: text },
    'a roaming partner was changed',
    'um parceiro de roaming foi alterado',
  ),
  'partner-connected': defineEvent(
    partner,
    'roaming partner[ {name}] is connected',
    'o parceiro de roaming[ {name}] está conectado',
  ),
  'partner-removed': defineEvent(
    partner,
    'roaming partner[ {name}] is connected no more',
    'o parceiro de roaming[ {name}] não está mais conectado',
  ),
  'partner-silent': defineEvent(
    { ...partner, since: text },
    'nothing reaches roaming partner[ {name}]',
    'nada chega ao parceiro de roaming[ {name}]',
  ),
  'partner-answers': defineEvent(
    partner,
    'roaming partner[ {name}] answers again',
    'o parceiro de roaming[ {name}] voltou a responder',
  ),
  'roaming-tariff-withheld': defineEvent(
    { ...partner, tariffId: text, obstacles: list(text) },
    'roaming partner[ {name}] is shown no price[: tariff {tariffId} cannot be published: {obstacles}]',
    'o parceiro de roaming[ {name}] não vê preço[: a tarifa {tariffId} não pode ser publicada: {obstacles}]',
  ),
  'roaming-capture-differs': defineEvent(
    { ...partner, captureId: text, state: text, captured: text, billed: text, currency: text },
    'a payment terminal of[ {name}] took another amount than the session came to[: {captured} {currency}]',
    'um terminal de pagamento de[ {name}] cobrou outro valor que o da sessão[: {captured} {currency}]',
  ),
  'roaming-cdr-made': defineEvent(
    cdr,
    'a session of a roaming partner was settled[, {total} {currency}]',
    'uma sessão de um parceiro de roaming foi fechada[, {total} {currency}]',
  ),
  'roaming-cdr-received': defineEvent(
    { partnerId: text, cdrId: text, total: text, currency: text },
    'a roaming partner sent a record of a session[, {total} {currency}]',
    'um parceiro de roaming enviou o registro de uma sessão[, {total} {currency}]',
  ),
  'roaming-cdr-disputed': defineEvent(
    { partnerId: text, cdrId: text, reasons: list(text) },
    'the record[ {cdrId}] of a roaming partner differs from our own calculation',
    'o registro[ {cdrId}] de um parceiro de roaming difere do nosso cálculo',
  ),
};
