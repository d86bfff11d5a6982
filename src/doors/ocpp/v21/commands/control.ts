import { byStatus, type Translator, unsaid } from '../../command.ts';
import { triggers as olderTriggers } from '../../v201/commands/control.ts';
import type { Messages } from '../messages.generated.ts';

/** B13: 2.1 can restart at once and go on with the sessions afterwards. */
export const reset: Translator<Messages, 'reset'> = async ({ when, evseId }, { call }) => {
  const type = ({ idle: 'OnIdle', now: 'Immediate', resume: 'ImmediateAndResume' } as const)[when];
  const response = await call('Reset', { type, ...(evseId && { evseId }) });
  return byStatus(response, ['Accepted', 'Scheduled'], { answer: { isScheduled: response.status === 'Scheduled' } });
};

const triggers = {
  ...olderTriggers,
  'sign-v2g20-certificate': 'SignV2G20Certificate',
  custom: 'CustomTrigger',
} as const;

export const trigger: Translator<Messages, 'trigger'> = async (
  { message, evseId, connectorId, customTrigger },
  { call },
) => {
  const place = evseId === undefined ? {} : { evse: { id: evseId, ...(connectorId && { connectorId }) } };
  const custom = message === 'custom' && customTrigger !== undefined ? { customTrigger } : {};
  if (message === 'custom' && customTrigger === undefined)
    return unsaid('customTrigger', 'A custom trigger needs its name');
  return byStatus(await call('TriggerMessage', { requestedMessage: triggers[message], ...place, ...custom }));
};
