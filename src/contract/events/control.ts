import { z } from 'zod';
import { principalKind, role } from '../agents/principal.ts';
import { proposalState } from '../agents/proposal.ts';
import { boolean, defineEvent, facts, list, number, text, textOrNull } from './define-event.ts';

const proposal = {
  proposalId: text,
  tool: text,
  tier: z.enum(['R2', 'R3']),
  targets: list(text),
  state: proposalState,
};

/** Commands to stations, what agents propose, and who may do either. */
export const controlEvents = {
  'command-asked': defineEvent(
    { commandId: text, name: text, why: textOrNull },
    { en: 'a command is asked of {station}[: {name}]', 'pt-BR': 'um comando é pedido a {station}[: {name}]' },
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
    {
      en: 'a command[, {name},] to {station} ended[: {status}]',
      'pt-BR': 'um comando[, {name},] a {station} terminou[: {status}]',
    },
  ),
  'command-answered-late': defineEvent(
    { commandId: text, action: text, afterMs: number, code: textOrNull, answer: facts },
    {
      en: '{station} answered[ {action}] after we stopped waiting',
      'pt-BR': '{station} respondeu[ a {action}] depois que paramos de esperar',
    },
  ),
  'kill-switch-changed': defineEvent(
    { isOn: boolean, why: textOrNull },
    { en: 'the kill switch was switched off', 'pt-BR': 'a chave geral foi desligada' },
    {
      'isOn=true': {
        en: 'the kill switch was switched on',
        'pt-BR': 'a chave geral foi ligada',
      },
    },
  ),
  'proposal-made': defineEvent(proposal, {
    en: 'an action[, {tool},] was proposed[ for {targets}]',
    'pt-BR': 'uma ação[, {tool},] foi proposta[ para {targets}]',
  }),
  'proposal-decided': defineEvent(proposal, {
    en: 'the proposal[ {tool}][ for {targets}] was decided[: {state}]',
    'pt-BR': 'a proposta[ {tool}][ para {targets}] foi decidida[: {state}]',
  }),
  'proposal-moved': defineEvent(proposal, {
    en: 'the proposal[ {tool}][ for {targets}] went on[: {state}]',
    'pt-BR': 'a proposta[ {tool}][ para {targets}] avançou[: {state}]',
  }),
  'key-created': defineEvent(
    {
      keyId: text,
      name: text,
      kind: principalKind,
      role,
      scopes: list(text),
      approvesByElicitation: boolean,
      expiresAt: textOrNull,
    },
    { en: 'key[ {name}] was created', 'pt-BR': 'a chave[ {name}] foi criada' },
  ),
  'key-revoked': defineEvent(
    { keyId: text, name: text },
    { en: 'key[ {name}] was revoked', 'pt-BR': 'a chave[ {name}] foi revogada' },
  ),
};
