import { type ErrorCodes, errorCodes2, errorCodes16 } from '../../link/rpc/error-codes.ts';
import { type ConductRule, everyVersion } from '../quirk.ts';

export const errorCodeSpelling: ConductRule = {
  id: 'error-code-spelling',
  kind: 'conduct',
  title: 'An error code in another spelling is shown as the version of the station spells it.',
  seenIn: 'ocpp-rpc 2.2.1 sends OccurrenceConstraintViolation on 1.6 and OccurenceConstraintViolation on 2.0.1.',
  versions: everyVersion,
  actions: 'all',
};

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
