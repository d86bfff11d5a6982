import type { Sentences } from '../sentence-types.ts';
import type { Tongue } from '../tongue.ts';
import { diagnosticsEn } from './diagnostics.ts';
import { energyEn } from './energy.ts';
import { equipmentEn } from './equipment.ts';
import { count, word } from './phrases.ts';
import { sessionsEn } from './sessions.ts';

export const en: Tongue = {
  sentences: { ...sessionsEn, ...equipmentEn, ...diagnosticsEn, ...energyEn } satisfies Sentences,
  word,
  numberOf: (count, status) => `${count} ${status}`,
  refused: (why) => `refused (${why})`,
  noAnswer: 'no answer',
  connected: (version, address) => `connected (OCPP ${version}) from ${address}`,
  disconnected: (reason, heartbeats) =>
    `went offline: ${reason}${heartbeats === 0 ? '' : `, after ${count(heartbeats, 'heartbeat')}`}`,
  offlineReasons: {
    'never-connected': 'never connected',
    'closed-by-station': 'closed by the station',
    'no-answer': 'no answer',
    replaced: 'replaced by a newer connection',
    'refused-input': 'closed by us after unreadable messages',
    'over-budget': 'closed by us after far too many messages',
    'database-away': 'closed by us since the database was away',
    'server-stopped': 'the server was stopped',
    rejected: 'it was rejected',
    'exemption-ended': 'its exemption from a password ended',
    'certificate-revoked': 'its certificate was revoked',
  },
  unreadable: (characters) => `sent something that cannot be read (${characters} characters)`,
  unknown: (action, isStation) =>
    isStation ? `sent ${action}, which cannot be read in full` : `was sent ${action}, which cannot be read in full`,
  unasked: (action) => `sent an answer nobody waited for${action === null ? '' : ` (${action})`}`,
  answerRefused: (action, code) => `could not read our answer${action === null ? '' : ` to ${action}`} (${code})`,
  theirAnswerRefused: (action, code) =>
    `was told that its answer${action === null ? '' : ` to ${action}`} cannot be read (${code})`,
};
