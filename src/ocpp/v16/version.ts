import * as schemas from 'typed-ocpp/dist/ocpp16/schemas.js';
import { errorCodes16 } from '../rpc/error-codes.ts';
import { Validator } from '../rpc/validator.ts';
import { handlerMap, type Version } from '../version.ts';
import { onBootNotification } from './handlers/boot-notification.ts';
import { onHeartbeat } from './handlers/heartbeat.ts';
import { onStatusNotification } from './handlers/status-notification.ts';
import type { Messages } from './messages.generated.ts';

export const v16: Version = {
  name: '1.6',
  subprotocol: 'ocpp1.6',
  errorCodes: errorCodes16,
  validator: new Validator(schemas),
  handlers: handlerMap<Messages>({
    BootNotification: onBootNotification,
    Heartbeat: onHeartbeat,
    StatusNotification: onStatusNotification,
  }),
  transactionActions: new Set(['StartTransaction', 'StopTransaction', 'MeterValues']),
  hasSend: false,
  answersUnknownTypes: false,
};
