import * as schemas from 'typed-ocpp/dist/ocpp21/schemas.js';
import { errorCodes2 } from '../rpc/error-codes.ts';
import { Validator } from '../rpc/validator.ts';
import { onBootNotification } from '../v201/handlers/boot-notification.ts';
import { onHeartbeat } from '../v201/handlers/heartbeat.ts';
import { onStatusNotification } from '../v201/handlers/status-notification.ts';
import { handlerMap, type Version } from '../version.ts';
import type { Messages } from './messages.generated.ts';

export const v21: Version = {
  name: '2.1',
  subprotocol: 'ocpp2.1',
  errorCodes: errorCodes2,
  validator: new Validator(schemas),
  handlers: handlerMap<Messages>({
    BootNotification: onBootNotification,
    Heartbeat: onHeartbeat,
    StatusNotification: onStatusNotification,
  }),
  transactionActions: new Set(['TransactionEvent']),
  hasSend: true,
  answersUnknownTypes: false,
};
