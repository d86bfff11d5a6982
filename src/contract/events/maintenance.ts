import { z } from 'zod';
import { transferStatus } from '../stations/data-transfer.ts';
import { displayContent } from '../stations/display.ts';
import { firmwareStatus } from '../stations/firmware.ts';
import { logFileRefusal, logFinding } from '../stations/log-files.ts';
import { logKind, logStatus } from '../stations/logs.ts';
import { boolean, defineEvent, facts, list, momentOrNull, number, text, textOrNull } from './define-event.ts';

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
      verification: z.enum(['verified', 'unchecked']).nullable().optional(),
      verificationReason: textOrNull.optional(),
    },
    '{station} is asked to take firmware',
    'pede-se a {station} que aceite um firmware',
  ),
  'firmware-progressed': defineEvent(
    firmwareReport,
    '{station} goes on with its firmware[: {status}]',
    '{station} avança com seu firmware[: {status}]',
  ),
  'firmware-installed': defineEvent(firmwareReport, '{station} installed firmware', '{station} instalou um firmware'),
  'firmware-published': defineEvent(
    firmwareReport,
    '{station} offers firmware to others',
    '{station} oferece um firmware a outras',
  ),
  'firmware-failed': defineEvent(
    firmwareReport,
    '{station} failed with its firmware[: {status}]',
    '{station} falhou com seu firmware[: {status}]',
  ),
  'firmware-unpublished': defineEvent(
    { checksum: text },
    '{station} offers firmware no longer',
    '{station} não oferece mais um firmware',
  ),
  'firmware-image-added': defineEvent(
    {
      imageId: text,
      vendor: text,
      model: textOrNull,
      version: text,
      fileName: text,
      notes: textOrNull,
      isSigned: boolean,
    },
    'firmware[ {version}] is brought into the catalogue',
    'um firmware[ {version}] é trazido para o catálogo',
  ),
  'firmware-image-completed': defineEvent(
    { imageId: text, version: text, bytes: number, sha256: text },
    'firmware[ {version}] is in the catalogue',
    'o firmware[ {version}] está no catálogo',
  ),
  'firmware-image-retired': defineEvent(
    { imageId: text, version: text },
    'firmware[ {version}] was retired',
    'o firmware[ {version}] foi retirado',
  ),
  'campaign-started': defineEvent(
    { campaignId: text, name: text, action: text, plan: facts, stations: number },
    'a campaign was started for {stations} stations',
    'uma campanha foi iniciada para {stations} estações',
  ),
  'campaign-changed': defineEvent(
    { campaignId: text, name: text, state: text, why: textOrNull },
    'a campaign is now {state}',
    'uma campanha agora está {state}',
  ),
  'campaign-stage-passed': defineEvent(
    { campaignId: text, name: text, stage: number },
    'a campaign goes on to its next stage',
    'uma campanha passa à próxima etapa',
  ),
  'campaign-ended': defineEvent(
    { campaignId: text, name: text },
    'a campaign has reached all of its stations',
    'uma campanha chegou a todas as suas estações',
  ),
  'campaign-stopped': defineEvent(
    { campaignId: text, name: text, stop: text, touched: number, total: number },
    'a campaign was stopped by itself[: {stop}], after {touched} of {total} stations',
    'uma campanha parou por si mesma[: {stop}], após {touched} de {total} estações',
  ),
  'campaign-station-changed': defineEvent(
    { campaignId: text, state: text, reason: textOrNull },
    '{station} in a campaign: {state}[, {reason}]',
    '{station} em uma campanha: {state}[, {reason}]',
  ),
  'ticket-opened': defineEvent(
    {
      ticketId: text,
      evseId: number.nullable(),
      connectorId: number.nullable(),
      title: text,
      severity: text,
      mrec: textOrNull,
      evidence: list(facts),
    },
    '{station}: a ticket was opened[, {mrec}]',
    '{station}: um chamado foi aberto[, {mrec}]',
  ),
  'ticket-changed': defineEvent(
    { ticketId: text, state: text, cause: textOrNull, changes: facts },
    '{station}: a ticket is now {state}',
    '{station}: um chamado agora está {state}',
  ),
  'log-asked': defineEvent(
    { requestId: number, kind: logKind, oldestAt: momentOrNull, latestAt: momentOrNull, location: text },
    '{station} is asked for a log',
    'pede-se um log a {station}',
  ),
  'log-progressed': defineEvent(
    logReport,
    '{station} goes on with its log[: {status}]',
    '{station} avança com seu log[: {status}]',
  ),
  'log-uploaded': defineEvent(logReport, '{station} sent a log', '{station} enviou um log'),
  'log-failed': defineEvent(
    logReport,
    '{station} did not send its log[: {status}]',
    '{station} não enviou seu log[: {status}]',
  ),
  'log-file-asked': defineEvent(
    { logFileId: text, logKind },
    '{station} is asked to bring its log here',
    'pede-se a {station} que traga seu log para cá',
  ),
  'log-file-received': defineEvent(
    { logFileId: text, bytes: number, sha256: text, findings: list(logFinding) },
    '{station} brought its log',
    '{station} trouxe seu log',
  ),
  'log-file-refused': defineEvent(
    { logFileId: text, refusal: logFileRefusal },
    'the log that {station} brought was refused[: {refusal}]',
    'o log que {station} trouxe foi recusado[: {refusal}]',
  ),
  'log-file-gone': defineEvent(
    { logFileId: text },
    'a log of {station} was thrown away',
    'um log de {station} foi descartado',
  ),
  'customer-information-asked': defineEvent(
    {
      requestId: number,
      about: z.enum(['token', 'customer', 'certificate']),
      reference: text,
      isReport: boolean,
      isClear: boolean,
    },
    '{station} is asked what it holds about a customer',
    'pergunta-se a {station} o que guarda de um cliente',
  ),
  'customer-information-progressed': defineEvent(
    informationPart,
    '{station} sent a part of what it holds about a customer',
    '{station} enviou parte do que guarda de um cliente',
  ),
  'customer-information-reported': defineEvent(
    informationPart,
    '{station} sent what it holds about a customer',
    '{station} enviou o que guarda de um cliente',
  ),
  'customer-information-read': defineEvent(
    { requestId: number },
    'somebody read what {station} holds about a customer',
    'alguém leu o que {station} guarda de um cliente',
  ),
  'display-message-set': defineEvent(
    { id: number, ...displayContent.omit({ texts: true }).shape, texts: number },
    '{station} took a display message',
    '{station} aceitou uma mensagem na tela',
  ),
  'display-message-cleared': defineEvent(
    { id: number },
    '{station} dropped a display message',
    '{station} descartou uma mensagem na tela',
  ),
  'display-messages-gone': defineEvent(
    { ids: list(number).nullable() },
    '{station} no longer has display messages',
    '{station} não tem mais mensagens na tela',
  ),
  'display-messages-reported': defineEvent(
    messageReport,
    '{station} reported its display messages',
    '{station} informou suas mensagens na tela',
  ),
  'display-messages-report-part': defineEvent(
    messageReport,
    '{station} reported a part of its display messages',
    '{station} informou parte de suas mensagens na tela',
  ),
  'data-received': defineEvent(transfer, '{station} sent data of a vendor', '{station} enviou dados de um fabricante'),
  'data-sent': defineEvent(transfer, '{station} was sent data of a vendor', '{station} recebeu dados de um fabricante'),
  'vendor-registered': defineEvent(
    vendor,
    'messages of a vendor[, {vendorId},] are taken',
    'mensagens de um fabricante[, {vendorId},] são aceitas',
  ),
  'vendor-removed': defineEvent(
    vendor,
    'messages of a vendor[, {vendorId},] are taken no longer',
    'mensagens de um fabricante[, {vendorId},] não são mais aceitas',
  ),
};
