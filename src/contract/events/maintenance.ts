import { z } from 'zod';
import { transferStatus } from '../stations/data-transfer.ts';
import { displayContent } from '../stations/display.ts';
import { firmwareStatus } from '../stations/firmware.ts';
import { logKind, logStatus } from '../stations/logs.ts';
import { boolean, defineEvent, list, momentOrNull, number, text, textOrNull } from './define-event.ts';

const jobKind = z.enum(['update', 'publish']);
const firmwareReport = {
  kind: jobKind,
  status: firmwareStatus,
  reason: textOrNull,
  locations: list(text),
  requestId: number.optional(),
};
const logReport = { status: logStatus, reason: textOrNull, requestId: number.optional() };
const informationPart = { requestId: number, seqNo: number, characters: number };
const messageReport = { requestId: number, ids: list(number) };
/** The data itself stands in a table: the ledger never forgets what a vendor put into a text. */
const transfer = {
  transferId: text,
  vendorId: text,
  messageId: textOrNull,
  dataLength: number,
  status: z.enum([...transferStatus.options, 'not-answered']),
};
const vendor = {
  vendorId: text,
  messageId: textOrNull,
  status: z.enum(['accepted', 'rejected']).optional(),
  data: textOrNull.optional(),
  carriesDisplayMessages: boolean.optional(),
};

/** Firmware, logs, customer information, display messages and data transfer. */
export const maintenanceEvents = {
  'firmware-asked': defineEvent(
    {
      requestId: number,
      kind: jobKind,
      isSigned: boolean,
      checksum: textOrNull,
      retrieveAt: momentOrNull,
      installAt: momentOrNull,
      location: text,
    },
    { en: '{station} is asked to take firmware', 'pt-BR': 'pede-se a {station} que aceite um firmware' },
  ),
  'firmware-progressed': defineEvent(firmwareReport, {
    en: '{station} goes on with its firmware[: {status}]',
    'pt-BR': '{station} avança com seu firmware[: {status}]',
  }),
  'firmware-installed': defineEvent(firmwareReport, {
    en: '{station} installed firmware',
    'pt-BR': '{station} instalou um firmware',
  }),
  'firmware-published': defineEvent(firmwareReport, {
    en: '{station} offers firmware to others',
    'pt-BR': '{station} oferece um firmware a outras',
  }),
  'firmware-failed': defineEvent(firmwareReport, {
    en: '{station} failed with its firmware[: {status}]',
    'pt-BR': '{station} falhou com seu firmware[: {status}]',
  }),
  'firmware-unpublished': defineEvent(
    { checksum: text },
    { en: '{station} offers firmware no longer', 'pt-BR': '{station} não oferece mais um firmware' },
  ),
  'log-asked': defineEvent(
    { requestId: number, kind: logKind, oldestAt: momentOrNull, latestAt: momentOrNull, location: text },
    { en: '{station} is asked for a log', 'pt-BR': 'pede-se um log a {station}' },
  ),
  'log-progressed': defineEvent(logReport, {
    en: '{station} goes on with its log[: {status}]',
    'pt-BR': '{station} avança com seu log[: {status}]',
  }),
  'log-uploaded': defineEvent(logReport, { en: '{station} sent a log', 'pt-BR': '{station} enviou um log' }),
  'log-failed': defineEvent(logReport, {
    en: '{station} did not send its log[: {status}]',
    'pt-BR': '{station} não enviou seu log[: {status}]',
  }),
  'customer-information-asked': defineEvent(
    {
      requestId: number,
      about: z.enum(['token', 'customer', 'certificate']),
      reference: text,
      isReport: boolean,
      isClear: boolean,
    },
    {
      en: '{station} is asked what it holds about a customer',
      'pt-BR': 'pergunta-se a {station} o que guarda de um cliente',
    },
  ),
  'customer-information-progressed': defineEvent(informationPart, {
    en: '{station} sent a part of what it holds about a customer',
    'pt-BR': '{station} enviou parte do que guarda de um cliente',
  }),
  'customer-information-reported': defineEvent(informationPart, {
    en: '{station} sent what it holds about a customer',
    'pt-BR': '{station} enviou o que guarda de um cliente',
  }),
  'customer-information-read': defineEvent(
    { requestId: number },
    {
      en: 'somebody read what {station} holds about a customer',
      'pt-BR': 'alguém leu o que {station} guarda de um cliente',
    },
  ),
  'display-message-set': defineEvent(
    { id: number, ...displayContent.omit({ texts: true }).shape, texts: number },
    { en: '{station} took a display message', 'pt-BR': '{station} aceitou uma mensagem na tela' },
  ),
  'display-message-cleared': defineEvent(
    { id: number },
    { en: '{station} dropped a display message', 'pt-BR': '{station} descartou uma mensagem na tela' },
  ),
  'display-messages-gone': defineEvent(
    { ids: list(number).nullable() },
    {
      en: '{station} no longer has display messages',
      'pt-BR': '{station} não tem mais mensagens na tela',
    },
  ),
  'display-messages-reported': defineEvent(messageReport, {
    en: '{station} reported its display messages',
    'pt-BR': '{station} informou suas mensagens na tela',
  }),
  'display-messages-report-part': defineEvent(messageReport, {
    en: '{station} reported a part of its display messages',
    'pt-BR': '{station} informou parte de suas mensagens na tela',
  }),
  'data-received': defineEvent(transfer, {
    en: '{station} sent data of a vendor',
    'pt-BR': '{station} enviou dados de um fabricante',
  }),
  'data-sent': defineEvent(transfer, {
    en: '{station} was sent data of a vendor',
    'pt-BR': '{station} recebeu dados de um fabricante',
  }),
  'vendor-registered': defineEvent(vendor, {
    en: 'messages of a vendor[, {vendorId},] are taken',
    'pt-BR': 'mensagens de um fabricante[, {vendorId},] são aceitas',
  }),
  'vendor-removed': defineEvent(vendor, {
    en: 'messages of a vendor[, {vendorId},] are taken no longer',
    'pt-BR': 'mensagens de um fabricante[, {vendorId},] não são mais aceitas',
  }),
};
