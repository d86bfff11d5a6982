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
