import * as schemas from 'typed-ocpp/dist/ocpp20/schemas.js';
import { errorCodes2 } from '../rpc/error-codes.ts';
import { Validator } from '../rpc/validator.ts';
import { handlerMap, type Version } from '../version.ts';
import { onBootNotification } from './handlers/boot-notification.ts';
import { onHeartbeat } from './handlers/heartbeat.ts';
import { onStatusNotification } from './handlers/status-notification.ts';
import type { Messages } from './messages.generated.ts';

export const v201: Version = {
  name: '2.0.1',
  subprotocol: 'ocpp2.0.1',
  errorCodes: errorCodes2,
  validator: new Validator(schemas),
  handlers: handlerMap<Messages>({
    BootNotification: onBootNotification,
    Heartbeat: onHeartbeat,
    StatusNotification: onStatusNotification,
  }),
  transactionActions: new Set(['TransactionEvent']),
  hasSend: false,
  answersUnknownTypes: true,
};
