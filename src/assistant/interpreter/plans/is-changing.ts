import type { ChangingIntent, Intent } from '../intent.ts';

const changing: Readonly<Record<ChangingIntent['intent'], true>> = {
  ...{ 'start-session': true, 'stop-session': true, reset: true, unlock: true, 'set-availability': true },
  ...{ 'set-limit': true, 'clear-limit': true, reserve: true, 'block-token': true, 'draft-rule': true },
};

export function isChanging(intent: Intent): intent is ChangingIntent {
  return Object.hasOwn(changing, intent.intent);
}
