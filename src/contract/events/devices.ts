import { z } from 'zod';
import { device, deviceAnswer, deviceState, deviceTier, deviceTransport } from '../devices/device.ts';
import { boolean, defineEvent, list, number, text, textOrNull } from './define-event.ts';

const ofDevice = { deviceId: text };

/** Devices that are not charging stations: lights, displays, gates, MCP servers. */
export const deviceEvents = {
  'device-seen': defineEvent(
    {
      ...ofDevice,
      board: textOrNull,
      firmware: textOrNull,
      language: textOrNull,
      serialNumber: textOrNull,
      address: text,
    },
    'device[ {deviceId}][ ({board})] asks to be activated',
    'o dispositivo[ {deviceId}][ ({board})] pede para ser ativado',
  ),
  'device-activated': defineEvent(
    { ...ofDevice, name: text, kind: device.shape.kind.optional(), by: textOrNull, isProven: boolean.optional() },
    'device[ {deviceId}] was activated[ as {name}]',
    'o dispositivo[ {deviceId}] foi ativado[ como {name}]',
  ),
  'device-changed': defineEvent(
    {
      ...ofDevice,
      name: text.optional(),
      state: deviceState.optional(),
      hasNewAddress: boolean.optional(),
      isProofAwaited: boolean.optional(),
      board: textOrNull.optional(),
      firmware: textOrNull.optional(),
      language: textOrNull.optional(),
    },
    'device[ {deviceId}] was changed',
    'o dispositivo[ {deviceId}] foi alterado',
  ),
  'device-removed': defineEvent(
    { ...ofDevice, name: text },
    'device[ {deviceId}] was forgotten',
    'o dispositivo[ {deviceId}] foi esquecido',
  ),
  'device-connected': defineEvent(
    { ...ofDevice, transport: deviceTransport },
    'device[ {deviceId}] connected[ ({transport})]',
    'o dispositivo[ {deviceId}] se conectou[ ({transport})]',
  ),
  'device-disconnected': defineEvent(
    { ...ofDevice, reason: text },
    'device[ {deviceId}] went offline[: {reason}]',
    'o dispositivo[ {deviceId}] se desconectou[: {reason}]',
  ),
  'device-refused': defineEvent(
    { deviceId: textOrNull, reason: text, address: text, count: number },
    'device[ {deviceId}] was refused {count} times[, from {address}][: {reason}]',
    'o dispositivo[ {deviceId}] foi recusado (vezes: {count})[, de {address}][: {reason}]',
  ),
  'device-tools-listed': defineEvent(
    {
      ...ofDevice,
      count: number,
      new: list(text),
      changed: list(text),
      gone: list(text),
      dropped: number.optional(),
    },
    'device[ {deviceId}] lists {count} tools',
    'o dispositivo[ {deviceId}] lista ferramentas: {count}',
  ),
  'device-tool-judged': defineEvent(
    {
      ...ofDevice,
      tool: text,
      verdict: z.enum(['accept', 'refuse']),
      tier: deviceTier.optional(),
      hash: text.optional(),
    },
    'a tool[, {tool},] of device[ {deviceId}] was refused for agents',
    'uma ferramenta[, {tool},] do dispositivo[ {deviceId}] foi recusada para agentes',
    {
      'verdict=accept': {
        en: 'a tool[, {tool},] of device[ {deviceId}] was accepted for agents',
        'pt-BR': 'uma ferramenta[, {tool},] do dispositivo[ {deviceId}] foi aceita para agentes',
      },
    },
  ),
  'device-notified': defineEvent(
    { ...ofDevice, method: text, params: z.unknown(), missed: number.optional() },
    'device[ {deviceId}] sent a notification[: {method}]',
    'o dispositivo[ {deviceId}] enviou uma notificação[: {method}]',
  ),
  'device-called': defineEvent(
    { ...ofDevice, tool: text, tier: deviceTier, status: deviceAnswer.shape.status, tookMs: number },
    'a tool[, {tool},] of device[ {deviceId}] was called[: {status}]',
    'uma ferramenta[, {tool},] do dispositivo[ {deviceId}] foi chamada[: {status}]',
  ),
};
