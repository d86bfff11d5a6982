import { z } from 'zod';
import { agentEnd } from '../agents/connected-agent.ts';
import { grants, principalKind, role } from '../agents/principal.ts';
import { proposalState } from '../agents/proposal.ts';
import { boolean, defineEvent, facts, list, number, text, textOrNull } from './define-event.ts';

const ofRule = { ruleId: text, name: text };
const proposal = {
  proposalId: text,
  tool: text,
  tier: z.enum(['R2', 'R3']),
  targets: list(text),
  state: proposalState,
};

/** Commands to stations, what agents propose, what is done by rule, and who may do either. */
export const controlEvents = {
  'command-asked': defineEvent(
    { commandId: text, name: text, why: textOrNull },
    'a command is asked of {station}[: {name}]',
    'um comando é pedido a {station}[: {name}]',
  ),
  'command-ended': defineEvent(
    {
      commandId: text,
      name: text,
      status: z.enum(['accepted', 'rejected', 'no-answer', 'not-sent']),
      code: textOrNull,
      reason: textOrNull,
      answer: facts,
      losses: list(z.object({ field: text, why: text })),
    },
    'a command[, {name},] to {station} ended[: {status}]',
    'um comando[, {name},] a {station} terminou[: {status}]',
  ),
  'command-answered-late': defineEvent(
    { commandId: text, action: text, afterMs: number, code: textOrNull, answer: facts },
    '{station} answered[ {action}] after we stopped waiting',
    '{station} respondeu[ a {action}] depois que paramos de esperar',
  ),
  'kill-switch-changed': defineEvent(
    { isOn: boolean, why: textOrNull },
    'the kill switch was switched off',
    'o bloqueio geral foi desligado',
    { 'isOn=true': { en: 'the kill switch was switched on', 'pt-BR': 'o bloqueio geral foi ligado' } },
  ),
  'proposal-made': defineEvent(
    proposal,
    'an action[, {tool},] was proposed[ for {targets}]',
    'uma ação[, {tool},] foi proposta[ para {targets}]',
  ),
  'proposal-decided': defineEvent(
    proposal,
    'the proposal[ {tool}][ for {targets}] was decided[: {state}]',
    'a proposta[ {tool}][ para {targets}] foi decidida[: {state}]',
  ),
  'proposal-moved': defineEvent(
    proposal,
    'the proposal[ {tool}][ for {targets}] went on[: {state}]',
    'a proposta[ {tool}][ para {targets}] avançou[: {state}]',
  ),
  'key-created': defineEvent(
    {
      keyId: text,
      name: text,
      kind: principalKind,
      role,
      scopes: list(text),
      grants: grants.optional(),
      approvesByElicitation: boolean,
      expiresAt: textOrNull,
    },
    'key[ {name}] was created',
    'a chave[ {name}] foi criada',
  ),
  'agent-connected': defineEvent(
    { agentId: text, personId: text, clientId: text, clientName: text, role, resource: text },
    'the agent[ {clientName}] was connected',
    'o agente[ {clientName}] foi conectado',
  ),
  'agent-disconnected': defineEvent(
    { agentId: text, clientName: text, reason: agentEnd },
    'the agent[ {clientName}] was disconnected[: {reason}]',
    'o agente[ {clientName}] foi desconectado[: {reason}]',
  ),
  'key-revoked': defineEvent({ keyId: text, name: text }, 'key[ {name}] was revoked', 'a chave[ {name}] foi revogada'),
  'rule-set': defineEvent(
    { ...ofRule, version: number, hash: text, tier: text, siteId: textOrNull },
    'the rule[ {name}] was set',
    'a regra[ {name}] foi definida',
  ),
  'rule-approved': defineEvent(
    { ...ofRule, hash: text, expiresAt: text, runsPerDay: number, siteId: textOrNull },
    'the rule[ {name}] was approved[ until {expiresAt}]',
    'a regra[ {name}] foi aprovada[ até {expiresAt}]',
  ),
  'rule-switched': defineEvent(
    { ...ofRule, isOn: boolean, siteId: textOrNull },
    'the rule[ {name}] was switched off',
    'a regra[ {name}] foi desligada',
    { 'isOn=true': { en: 'the rule[ {name}] was switched on', 'pt-BR': 'a regra[ {name}] foi ligada' } },
  ),
  'rule-removed': defineEvent(
    { ...ofRule, siteId: textOrNull },
    'the rule[ {name}] was removed',
    'a regra[ {name}] foi removida',
  ),
  'rule-ran': defineEvent(
    { ...ofRule, runId: text, state: text, reason: textOrNull },
    'the rule[ {name}] acted[: {state}][ ({reason})]',
    'a regra[ {name}] agiu[: {state}][ ({reason})]',
    {
      'state=kept-back': {
        en: 'the rule[ {name}] was held back[: {reason}]',
        'pt-BR': 'a regra[ {name}] foi contida[: {reason}]',
      },
      'state=stopped': {
        en: 'the rule[ {name}] was stopped by a precondition[: {reason}]',
        'pt-BR': 'a regra[ {name}] foi parada por uma pré-condição[: {reason}]',
      },
    },
  ),
};
