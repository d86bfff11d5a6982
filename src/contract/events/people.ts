import { z } from 'zod';
import { grants } from '../agents/principal.ts';
import { signInWays } from '../word-lists.ts';
import { boolean, defineEvent, moment, text } from './define-event.ts';

const person = { personId: text };

/** People who sign in. Bodies hold ids and roles: who somebody is stands in their row alone, which can be erased. */
export const peopleEvents = {
  'person-invited': defineEvent(
    { invitationId: text, grants, expiresAt: moment },
    'somebody was invited',
    'alguém foi convidado',
  ),
  'invitation-revoked': defineEvent({ invitationId: text }, 'an invitation was taken back', 'um convite foi retirado'),
  'person-added': defineEvent(
    { ...person, grants },
    'a person[, {personId},] joined',
    'uma pessoa[, {personId},] passou a ter acesso',
  ),
  'person-changed': defineEvent(
    { ...person, fields: z.array(text), grants: grants.optional(), state: text.optional() },
    'the person[ {personId}] was changed',
    'a pessoa[ {personId}] foi alterada',
    {
      'state=disabled': {
        en: 'the person[ {personId}] may sign in no more',
        'pt-BR': 'a pessoa[ {personId}] não pode mais entrar',
      },
    },
  ),
  'person-removed': defineEvent(person, 'the person[ {personId}] was removed', 'a pessoa[ {personId}] foi removida'),
  'person-signed-in': defineEvent(
    { ...person, way: z.enum(signInWays) },
    'the person[ {personId}] signed in[ by {way}]',
    'a pessoa[ {personId}] entrou[ por {way}]',
  ),
  'sign-ins-ended': defineEvent(
    { ...person, isAll: boolean },
    'the person[ {personId}] was signed out',
    'a pessoa[ {personId}] foi desconectada',
  ),
  'credential-changed': defineEvent(
    {
      ...person,
      credential: z.enum(['password', 'passkey', 'totp', 'oidc']),
      change: z.enum(['set', 'removed', 'used-recovery-code']),
    },
    'the way in of the person[ {personId}] changed[: {credential}]',
    'o acesso da pessoa[ {personId}] mudou[: {credential}]',
  ),
};
