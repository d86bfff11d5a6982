import { z } from 'zod';
import { sessionLimits } from '../sessions/limits.ts';
import { boolean, defineEvent, facts, list, number, numberOrNull, text, textOrNull } from './define-event.ts';

const register = z.object({
  mwh: number,
  at: text.optional(),
  hasNoTime: z.literal(true).optional(),
  location: text.optional(),
  mark: z.enum(['begin', 'end']).nullable().optional(),
});

/** What a station told; what is null or false is left out. */
const told = {
  ref: text,
  type: z.enum(['started', 'updated', 'ended']),
  at: text,
  seqNo: numberOrNull.optional(),
  isOffline: boolean.optional(),
  startKey: textOrNull.optional(),
  evseId: numberOrNull.optional(),
  connectorId: numberOrNull.optional(),
  tokenHash: textOrNull.optional(),
  tokenType: textOrNull.optional(),
  chargingState: textOrNull.optional(),
  trigger: textOrNull.optional(),
  stopReason: textOrNull.optional(),
  remoteStartId: numberOrNull.optional(),
  reservationId: numberOrNull.optional(),
  registers: list(register).optional(),
  clock: z.object({ told: textOrNull, received: text }).optional(),
  unusable: list(z.object({ field: text, value: z.union([number, text]) })).optional(),
};

/** What stations tell about sessions, and what is decided about them. */
export const sessionEvents = {
  'session-event': defineEvent(
    told,
    '{station}[ connector {connector}]: session[ {ref}][, {trigger}][, {chargingState}][, meter at {register}]',
    '{station}[ conector {connector}]: sessão[ {ref}][, {trigger}][, {chargingState}][, medidor em {register}]',
    {
      'type=started': {
        en: '{station}[ connector {connector}]: session[ {ref}] started[, {trigger}][, {chargingState}][, meter at {register}]',
        'pt-BR':
          '{station}[ conector {connector}]: a sessão[ {ref}] começou[, {trigger}][, {chargingState}][, medidor em {register}]',
      },
      'type=ended': {
        en: '{station}[ connector {connector}]: session[ {ref}] ended[, {trigger}][, {stopReason}][, meter at {register}]',
        'pt-BR':
          '{station}[ conector {connector}]: a sessão[ {ref}] terminou[, {trigger}][, {stopReason}][, medidor em {register}]',
      },
    },
  ),
  'session-conflict': defineEvent(
    { type: z.literal('conflict'), ref: text, differences: list(facts), told: z.object(told) },
    '{station} told an event of session[ {ref}] again with another content',
    '{station} informou de novo um evento da sessão[ {ref}], com outro conteúdo',
  ),
  'session-overlap': defineEvent(
    { type: z.literal('overlap'), ref: text, other: text, since: text },
    '{station}: session[ {ref}] runs at the same EVSE and time as another',
    '{station}: a sessão[ {ref}] ocorre no mesmo EVSE e horário que outra',
  ),
  'session-stops-matched': defineEvent(
    { revision: number, sessions: list(z.object({ ref: text, type: text })) },
    '{station}: ends without a session were matched with sessions',
    '{station}: fins sem sessão foram atribuídos a sessões',
  ),
  'session-stop-matched': defineEvent(
    {
      type: z.literal('stop-matched'),
      ref: text,
      revision: number,
      orphanRef: text,
      stop: z.object(told).nullable(),
      reasons: facts.nullable(),
    },
    '{station}: an end without a session was given to session[ {ref}]',
    '{station}: um fim sem sessão foi atribuído à sessão[ {ref}]',
    {
      'stop=null': {
        en: '{station}: an end was taken back from session[ {ref}]',
        'pt-BR': '{station}: um fim foi retirado da sessão[ {ref}]',
      },
    },
  ),
  'session-merged': defineEvent(
    { type: z.literal('merged'), ref: text, revision: number, into: textOrNull },
    '{station}: session[ {ref}] is the end of another session',
    '{station}: a sessão[ {ref}] é o fim de outra sessão',
    {
      'into=null': {
        en: '{station}: session[ {ref}] stands for itself again',
        'pt-BR': '{station}: a sessão[ {ref}] vale por si de novo',
      },
    },
  ),
  'session-closed-inferred': defineEvent(
    { type: z.literal('closed-inferred'), ref: text, at: text, told: number, evidence: facts },
    '{station}: session[ {ref}] was closed, since it fell silent',
    '{station}: a sessão[ {ref}] foi encerrada por nós, pois silenciou',
  ),
  'session-limits-asked': defineEvent(
    { remoteStartId: number, ...sessionLimits.shape },
    '{station}: a session is to have limits',
    '{station}: uma sessão deve ter limites',
  ),
  'session-limits-set': defineEvent(
    { ref: text, ...sessionLimits.shape },
    '{station}: limits of a session were set',
    '{station}: definidos os limites de uma sessão',
  ),
  'meter-values': defineEvent(
    { evseId: numberOrNull, samples: number, leftOut: number.optional() },
    '{station}[ connector {connector}]: meter values outside a session',
    '{station}[ conector {connector}]: valores do medidor fora de uma sessão',
  ),
  'meter-keys-set': defineEvent(
    {
      keys: list(
        z.object({
          id: text,
          evseId: number,
          publicKey: text,
          curve: text,
          validFrom: textOrNull,
          validTo: textOrNull,
        }),
      ),
    },
    '{station}: public keys of its meters were set',
    '{station}: definidas as chaves dos medidores',
  ),
};
