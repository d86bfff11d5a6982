import { connector, ocppVersion, offlineReason, pendingReason } from '../stations/station.ts';
import { boolean, defineEvent, list, number, numberOrNull, text, textOrNull } from './define-event.ts';

/** What happens to the connection of a station and to its messages. */
export const stationEvents = {
  'station-connected': defineEvent(
    { version: ocppVersion, address: text, epoch: number },
    '{station} connected (OCPP {version})',
    '{station} conectou (OCPP {version})',
  ),
  'station-went-offline': defineEvent(
    { reason: offlineReason, epoch: number },
    '{station} went offline[: {reason}]',
    '{station} ficou offline[: {reason}]',
  ),
  'station-booted': defineEvent(
    {
      vendor: text,
      model: text,
      serialNumber: textOrNull,
      firmwareVersion: textOrNull,
      reason: textOrNull,
      version: ocppVersion,
    },
    '{station} started[ ({vendor} {model})]',
    '{station} iniciou[ ({vendor} {model})]',
  ),
  'station-accepted': defineEvent({ hasPassword: boolean }, '{station} was accepted', '{station} foi aceita'),
  'station-rejected': defineEvent({ why: textOrNull }, '{station} was rejected', '{station} foi rejeitada'),
  'password-exemption-granted': defineEvent(
    { network: text, until: text, why: text },
    '{station} may connect without a password from {network} until {until}',
    '{station} pode se conectar sem senha a partir de {network} até {until}',
  ),
  'password-exemption-ended': defineEvent(
    {},
    '{station} needs its password again',
    '{station} precisa da senha de novo',
  ),
  'station-pending': defineEvent(
    { reason: pendingReason, address: text, version: ocppVersion.nullable() },
    '{station} is pending[: {reason}]',
    '{station} está pendente[: {reason}]',
  ),
  'duplicate-identity': defineEvent(
    { kept: text, refused: text, contests: number },
    'two connections claim to be {station}',
    'duas conexões dizem ser {station}',
  ),
  'connector-status': defineEvent(
    connector.omit({ changedAt: true }).shape,
    '{station} connector {connector}: {condition}[ ({reason})]',
    '{station} conector {connector}: {condition}[ ({reason})]',
    {
      'evseId=0': {
        en: '{station} as a whole: {condition}[ ({reason})]',
        'pt-BR': '{station} como um todo: {condition}[ ({reason})]',
      },
    },
  ),
  'outage-excluded': defineEvent(
    {
      outageId: text,
      exclusion: textOrNull,
      reason: text,
      evseId: numberOrNull,
      connectorId: numberOrNull,
      cause: text,
      from: text,
      to: textOrNull,
    },
    '{station}: whether an outage counts was decided',
    '{station}: decidiu-se se uma parada conta',
  ),
  'message-refused': defineEvent(
    {
      action: text,
      fault: text,
      frame: text.optional(),
      sha256: text.optional(),
      bytes: number,
      omitted: number.optional(),
    },
    'a[ {action}] message of {station} was refused and kept',
    'uma mensagem[ {action}] de {station} foi recusada e guardada',
  ),
  'message-repaired': defineEvent(
    { rule: text, action: text, field: text, before: text, after: text },
    '{station}: a message[, {action}.{field},] was repaired[ ({rule})]',
    '{station}: uma mensagem[, {action}.{field},] foi corrigida[ ({rule})]',
  ),
  'text-replaced': defineEvent(
    { action: text, frame: text.optional(), sha256: text.optional(), bytes: number, omitted: number.optional() },
    'a[ {action}] message of {station} held characters that cannot be stored; they were replaced, and it is kept as it came',
    'uma mensagem[ {action}] de {station} tinha caracteres que não podem ser guardados; foram substituídos, e ela fica guardada como veio',
  ),
  'entry-set-aside': defineEvent(
    {
      setAsideId: textOrNull,
      reason: text,
      kinds: list(text),
      sha256: text,
      bytes: number,
      omitted: number.optional(),
    },
    'a message of {station} could not be stored and was set aside',
    'uma mensagem de {station} não pôde ser guardada e foi separada',
  ),
  'answer-refused': defineEvent(
    { messageId: text, action: textOrNull, code: text, description: text, omitted: number },
    '{station} could not read our answer[ to {action}]',
    '{station} não pôde ler nossa resposta[ a {action}]',
  ),
  'quirk-switched': defineEvent(
    { rule: text, isOn: boolean.nullable(), vendor: textOrNull, model: textOrNull },
    'the rule of tolerance[ {rule}] has its default again',
    'a regra de tolerância[ {rule}] voltou ao padrão',
    {
      'isOn=true': {
        en: 'the rule of tolerance[ {rule}] was switched on',
        'pt-BR': 'a regra de tolerância[ {rule}] foi ligada',
      },
      'isOn=false': {
        en: 'the rule of tolerance[ {rule}] was switched off',
        'pt-BR': 'a regra de tolerância[ {rule}] foi desligada',
      },
    },
  ),
};
