import type { LogKind } from '#contract/stations/logs.ts';
import type { Translator } from '../../command.ts';
import { logOrder } from '../../shared/file-orders.ts';
import { logOutcome } from '../../v201/commands/logs.ts';
import type { Messages } from '../messages.generated.ts';

const types = {
  diagnostics: 'DiagnosticsLog',
  security: 'SecurityLog',
  'data-collector': 'DataCollectorLog',
} as const satisfies Record<LogKind, string>;

export const getLog: Translator<Messages, 'get-log'> = async (input, context) =>
  logOutcome(await context.call('GetLog', { ...(await logOrder(input, context)), logType: types[input.kind] }));
