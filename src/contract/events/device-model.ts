import { z } from 'zod';
import { alert, monitoringBase } from '../stations/monitoring.ts';
import { networkProfile } from '../stations/network-profiles.ts';
import { attributeType } from '../stations/variables.ts';
import { boolean, defineEvent, facts, list, number, numberOrNull, text, textOrNull } from './define-event.ts';

/** A variable stands in a component, both of which may have an instance; what is null is left out. */
const variable = z.object({
  component: text.optional(),
  componentInstance: text.optional(),
  evseId: number.optional(),
  connectorId: number.optional(),
  variable: text.optional(),
  variableInstance: text.optional(),
});
const value = variable.extend({ attribute: attributeType, value: textOrNull, awaitsReboot: boolean.optional() });
const reportPart = { requestId: number, seqNo: number, isLast: boolean };
const alertFacts = {
  ...variable.shape,
  ...alert.pick({
    eventId: true,
    trigger: true,
    value: true,
    causedBy: true,
    isClearing: true,
    techCode: true,
    techInfo: true,
    sessionId: true,
    monitorId: true,
    origin: true,
    severity: true,
  }).shape,
};
const pace = { id: number, intervalSeconds: numberOrNull, values: numberOrNull };
const stream = z.object({ ...pace, monitorId: number });

/** Variables of stations, what watches them, and the streams of their values. */
export const deviceModelEvents = {
  'variables-reported': defineEvent(
    { ...reportPart, variables: list(facts) },
    '{station} reported variables',
    '{station} informou variáveis',
  ),
  'variables-read': defineEvent(
    { variables: list(value) },
    'variables of {station} were read',
    'variáveis de {station} foram lidas',
  ),
  'variables-set': defineEvent(
    { variables: list(value) },
    'variables of {station} were set',
    'variáveis de {station} foram definidas',
  ),
  'report-completed': defineEvent(
    { requestId: number, subject: text, parts: number },
    '{station} completed a report',
    '{station} completou um relatório',
  ),
  'template-saved': defineEvent(
    { name: text, variables: list(z.object({ name: text, attribute: attributeType, value: text })) },
    'template[ {name}] was saved',
    'o modelo[ {name}] foi salvo',
  ),
  'template-deleted': defineEvent({ name: text }, 'template[ {name}] was deleted', 'o modelo[ {name}] foi excluído'),
  'network-profile-set': defineEvent(
    networkProfile.omit({ setAt: true, rank: true }).shape,
    '{station} took a network profile',
    '{station} aceitou um perfil de rede',
  ),
  'monitors-set': defineEvent({ monitors: list(facts) }, '{station} took monitors', '{station} aceitou monitores'),
  'monitors-cleared': defineEvent({ ids: list(number) }, '{station} dropped monitors', '{station} descartou monitores'),
  'monitors-reported': defineEvent(
    { ...reportPart, monitors: list(facts) },
    '{station} reported monitors',
    '{station} informou monitores',
  ),
  'monitoring-base-set': defineEvent(
    { base: monitoringBase },
    '{station} took a set of monitors',
    '{station} aceitou um conjunto de monitores',
  ),
  'monitoring-level-set': defineEvent(
    { level: number },
    '{station} reports from severity {level} on',
    '{station} informa a partir da severidade {level}',
  ),
  'alert-raised': defineEvent(
    alertFacts,
    '{station} raised an alert[: {component}.{variable}]',
    '{station} emitiu um alerta[: {component}.{variable}]',
  ),
  'alert-cleared': defineEvent(
    alertFacts,
    '{station} cleared an alert[: {component}.{variable}]',
    '{station} encerrou um alerta[: {component}.{variable}]',
  ),
  'variable-observed': defineEvent(
    alertFacts,
    '{station} reported a value[ of {component}.{variable}]',
    '{station} informou um valor[ de {component}.{variable}]',
  ),
  'stream-opened': defineEvent(
    stream.shape,
    '{station} opened a stream of values',
    '{station} abriu um fluxo de valores',
  ),
  'stream-closed': defineEvent(
    { id: number },
    '{station} closed a stream of values',
    '{station} fechou um fluxo de valores',
  ),
  'stream-adjusted': defineEvent(
    pace,
    '{station} took another pace for a stream of values',
    '{station} aceitou outro ritmo para um fluxo de valores',
  ),
  'streams-listed': defineEvent(
    { streams: list(stream) },
    '{station} listed its streams of values',
    '{station} listou seus fluxos de valores',
  ),
};
