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
  'token-accepted': defineEvent(
    presented,
    '{station} was told that a token[, {tokenId},] may charge',
    '{station} soube que um token[, {tokenId},] pode recarregar',
  ),
  'token-refused': defineEvent(
    { ...presented, status: authorizationStatus, reason: refusalReason, facts, sessionRef: textOrNull },
    '{station}: a token[, {tokenId},] was refused[: {reason}]',
    '{station}: um token[, {tokenId},] foi recusado[: {reason}]',
  ),
  'token-added': defineEvent(token, 'token[ {tokenId}] was added', 'o token[ {tokenId}] foi cadastrado'),
  'token-changed': defineEvent(
    { tokenId: text, ...z.object(tokenRules).partial().shape },
    'token[ {tokenId}] was changed',
    'o token[ {tokenId}] foi alterado',
  ),
  'token-removed': defineEvent(token, 'token[ {tokenId}] was forgotten', 'o token[ {tokenId}] foi esquecido'),
  'token-group-added': defineEvent(group, 'group[ {groupId}] was made', 'o grupo[ {groupId}] foi criado'),
  'token-group-changed': defineEvent(group, 'group[ {groupId}] was changed', 'o grupo[ {groupId}] foi alterado'),
  'token-group-removed': defineEvent(group, 'group[ {groupId}] was removed', 'o grupo[ {groupId}] foi removido'),
  'driver-added': defineEvent(driver, 'driver[ {driverId}] was added', 'o motorista[ {driverId}] foi cadastrado'),
  'driver-changed': defineEvent(
    { driverId: text, ...z.object(driverRules).partial().shape },
    'driver[ {driverId}] was changed',
    'o motorista[ {driverId}] foi alterado',
  ),
  'driver-forgotten': defineEvent(
    driver,
    'driver[ {driverId}] was forgotten',
    'o motorista[ {driverId}] foi esquecido',
  ),
  'reservation-planned': defineEvent(
    reservation,
    '{station}: reservation {reservationId} is planned',
    '{station}: a reserva {reservationId} está planejada',
  ),
  'reservation-asked': defineEvent(
    reservation,
    '{station}: reservation {reservationId} is wanted',
    '{station}: a reserva {reservationId} é desejada',
  ),
  'reservation-changed': defineEvent(
    {
      reservationId: number,
      status: reservationStatus,
      code: textOrNull.optional(),
      why: textOrNull,
      sessionRef: textOrNull,
      isRestored: boolean.optional(),
    },
    '{station}: reservation {reservationId} changed[: {status}]',
    '{station}: a reserva {reservationId} mudou[: {status}]',
  ),
  'local-list-sent': defineEvent(
    { version: number, isFull: boolean, told: number, removed: number, messages: number },
    '{station} took its local authorization list',
    '{station} aceitou a sua lista local de autorização',
  ),
  'local-list-refused': defineEvent(
    { code: text },
    '{station} did not take its local authorization list',
    '{station} não aceitou a sua lista local de autorização',
  ),
  'local-list-version': defineEvent(
    { version: number },
    '{station} told which version of its local authorization list it has',
    '{station} informou a versão da sua lista local de autorização',
  ),
  'local-list-state': defineEvent(
    { state: text, because: listBecause.nullable(), said: textOrNull, nextTryAt: textOrNull },
    '{station}: the state of its local authorization list changed',
    '{station}: a situação da sua lista local de autorização mudou',
  ),
  'local-list-mode-set': defineEvent(
    ofList,
    '{station}: how its local authorization list is kept was changed',
    '{station}: mudou como a sua lista local de autorização é mantida',
  ),
  'local-list-sent-by-hand': defineEvent(
    ofList,
    '{station}: somebody sent it a local authorization list of their own, and it is left alone from now on',
    '{station}: alguém enviou uma lista local de autorização própria, que fica como está a partir de agora',
  ),
  'cache-cleared': defineEvent(
    { status: z.enum(['accepted', 'rejected']) },
    '{station} was asked to forget the tokens that it remembers',
    'pediu-se a {station} que esqueça os tokens de que se lembra',
  ),
  'desired-settings-state': defineEvent(
    { settings: list(z.object({ name: desiredSettingName, state: desiredSettingState, said: textOrNull })) },
    '{station}: the state of the settings of its site changed',
    '{station}: a situação das configurações do local mudou',
  ),
};
