import { type ErrorCodes, errorCodes2, errorCodes16 } from '../../link/rpc/error-codes.ts';
import { conductRule } from '../quirk.ts';

export const noBootAfterReconnect = conductRule({
  id: 'no-boot-after-reconnect',
  title: 'A station that speaks before it boots on a new connection is served; its last boot still holds.',
  seenIn: 'evcc-io/evcc#15874 and evcc PR #25069: no BootNotification after the network came back.',
});

export const lateAnswer = conductRule({
  id: 'late-answer',
  title: 'An answer that comes after we stopped waiting is attached to its command.',
  seenIn: 'evcc-io/evcc#26837, a Mennekes: answers after 60 s.',
});

export const errorCodeSpelling = conductRule({
  id: 'error-code-spelling',
  title: 'An error code in another spelling is shown as the version of the station spells it.',
  seenIn: 'ocpp-rpc 2.2.1 sends OccurrenceConstraintViolation on 1.6 and OccurenceConstraintViolation on 2.0.1.',
});

/** The code as the version spells it; one that nobody knows stays as it is. */
export function spellErrorCode(code: string, own: ErrorCodes): string {
  if (Object.values(own).includes(code)) return code;
  const given = plain(code);
  for (const codes of [own, errorCodes16, errorCodes2]) {
    for (const [fault, word] of Object.entries(codes)) {
      if (plain(word) === given) return own[fault as keyof ErrorCodes];
    }
  }
  return code;
}

function plain(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replaceAll(/(.)\1/g, '$1');
}
