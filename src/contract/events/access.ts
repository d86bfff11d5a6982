import { z } from 'zod';
import { places } from '../access/group.ts';
import { listBecause, listMode } from '../access/local-list.ts';
import { reservationStatus } from '../access/reservation.ts';
import { authorizationStatus, refusalReason, tokenType } from '../access/token.ts';
import { desiredSettingName, desiredSettingState } from '../stations/desired-setting.ts';
import {
  boolean,
  defineEvent,
  facts,
  list,
  momentOrNull,
  number,
  numberOrNull,
  text,
  textOrNull,
} from './define-event.ts';

const presented = { tokenId: textOrNull, tokenType: textOrNull, evseId: numberOrNull };
/** Where a driver or a group may charge. */
const placesOrNull = places.nullable();
const tokenRules = {
  driverId: textOrNull,
  isBlocked: boolean,
  validFrom: momentOrNull,
  expiresAt: momentOrNull,
  groupId: textOrNull,
  tariffId: textOrNull,
  credit: textOrNull,
};
const token = { tokenId: text, type: tokenType, ...tokenRules };
const group = {
  groupId: text,
  ...z
    .object({
      name: text,
      isBlocked: boolean,
      validFrom: momentOrNull,
      expiresAt: momentOrNull,
      places: placesOrNull,
      oneAtATime: boolean,
    })
    .partial().shape,
};
const driverRules = {
  groupId: textOrNull,
  places: placesOrNull,
  isBlocked: boolean,
  oneAtATime: boolean.nullable(),
};
const driver = { driverId: text, ...driverRules };
const reservation = {
  reservationId: number,
  tokenId: text,
  groupId: textOrNull,
  evseId: numberOrNull,
  connectorType: textOrNull,
  startsAt: text,
  expiresAt: text,
};
const ofList = { mode: listMode, tokens: numberOrNull };

/** Tokens, groups, drivers and reservations, and the lists and settings that stations hold of them. */
export const accessEvents = {
  'token-accepted': defineEvent(presented, {
    en: '{station} was told that a token[, {tokenId},] may charge',
    'pt-BR': '{station} soube que um token[, {tokenId},] pode recarregar',
  }),
  'token-refused': defineEvent(
    { ...presented, status: authorizationStatus, reason: refusalReason, facts, sessionRef: textOrNull },
    {
      en: '{station}: a token[, {tokenId},] was refused[: {reason}]',
      'pt-BR': '{station}: um token[, {tokenId},] foi recusado[: {reason}]',
    },
  ),
  'token-added': defineEvent(token, {
    en: 'token[ {tokenId}] was added',
    'pt-BR': 'o token[ {tokenId}] foi cadastrado',
  }),
  'token-changed': defineEvent(
    { tokenId: text, ...z.object(tokenRules).partial().shape },
    { en: 'token[ {tokenId}] was changed', 'pt-BR': 'o token[ {tokenId}] foi alterado' },
  ),
  'token-removed': defineEvent(token, {
    en: 'token[ {tokenId}] was forgotten',
    'pt-BR': 'o token[ {tokenId}] foi esquecido',
  }),
  'token-group-added': defineEvent(group, {
    en: 'group[ {groupId}] was made',
    'pt-BR': 'o grupo[ {groupId}] foi criado',
  }),
  'token-group-changed': defineEvent(group, {
    en: 'group[ {groupId}] was changed',
    'pt-BR': 'o grupo[ {groupId}] foi alterado',
  }),
  'token-group-removed': defineEvent(group, {
    en: 'group[ {groupId}] was removed',
    'pt-BR': 'o grupo[ {groupId}] foi removido',
  }),
  'driver-added': defineEvent(driver, {
    en: 'driver[ {driverId}] was added',
    'pt-BR': 'o motorista[ {driverId}] foi cadastrado',
  }),
  'driver-changed': defineEvent(
    { driverId: text, ...z.object(driverRules).partial().shape },
    { en: 'driver[ {driverId}] was changed', 'pt-BR': 'o motorista[ {driverId}] foi alterado' },
  ),
  'driver-forgotten': defineEvent(driver, {
    en: 'driver[ {driverId}] was forgotten',
    'pt-BR': 'o motorista[ {driverId}] foi esquecido',
  }),
  'reservation-planned': defineEvent(reservation, {
    en: '{station}: reservation {reservationId} is planned',
    'pt-BR': '{station}: a reserva {reservationId} está planejada',
  }),
  'reservation-asked': defineEvent(reservation, {
    en: '{station}: reservation {reservationId} is wanted',
    'pt-BR': '{station}: a reserva {reservationId} é desejada',
  }),
  'reservation-changed': defineEvent(
    {
      reservationId: number,
      status: reservationStatus,
      code: textOrNull.optional(),
      why: textOrNull,
      sessionRef: textOrNull,
      isRestored: boolean.optional(),
    },
    {
      en: '{station}: reservation {reservationId} changed[: {status}]',
      'pt-BR': '{station}: a reserva {reservationId} mudou[: {status}]',
    },
  ),
  'local-list-sent': defineEvent(
    { version: number, isFull: boolean, told: number, removed: number, messages: number },
    { en: '{station} took its list of tokens', 'pt-BR': '{station} aceitou a sua lista de tokens' },
  ),
  'local-list-refused': defineEvent(
    { code: text },
    { en: '{station} did not take its list of tokens', 'pt-BR': '{station} não aceitou a sua lista de tokens' },
  ),
  'local-list-version': defineEvent(
    { version: number },
    {
      en: '{station} told which list of tokens it has',
      'pt-BR': '{station} informou qual lista de tokens tem',
    },
  ),
  'local-list-state': defineEvent(
    { state: text, because: listBecause.nullable(), said: textOrNull, nextTryAt: textOrNull },
    {
      en: '{station}: its list of tokens stands differently',
      'pt-BR': '{station}: a situação da sua lista de tokens mudou',
    },
  ),
  'local-list-mode-set': defineEvent(ofList, {
    en: '{station}: how its list of tokens is kept was changed',
    'pt-BR': '{station}: mudou como a sua lista de tokens é mantida',
  }),
  'local-list-sent-by-hand': defineEvent(ofList, {
    en: '{station}: somebody sent it a list of tokens of their own, and it is left alone from now on',
    'pt-BR': '{station}: alguém enviou uma lista própria de tokens, que fica como está a partir de agora',
  }),
  'cache-cleared': defineEvent(
    { status: z.enum(['accepted', 'rejected']) },
    {
      en: '{station} was asked to forget the tokens that it remembers',
      'pt-BR': 'pediu-se a {station} que esqueça os tokens de que se lembra',
    },
  ),
  'desired-settings-state': defineEvent(
    { settings: list(z.object({ name: desiredSettingName, state: desiredSettingState, said: textOrNull })) },
    {
      en: '{station}: the settings of its site stand differently',
      'pt-BR': '{station}: a situação das configurações do local mudou',
    },
  ),
};
