import * as schemas from 'typed-ocpp/dist/ocpp16/schemas.js';
import { errorCodes16 } from '../link/rpc/error-codes.ts';
import { Validator } from '../link/rpc/validator.ts';
import { handlerMap, type Version } from '../version.ts';
import { commands16 } from './commands.ts';
import { handlers16 } from './handlers.ts';

export const v16: Version = {
  name: '1.6',
  subprotocol: 'ocpp1.6',
  errorCodes: errorCodes16,
  validator: new Validator(schemas),
  handlers: handlerMap(handlers16),
  commands: commands16,
  transactionActions: new Set(['StartTransaction', 'StopTransaction', 'MeterValues']),
  hasSend: false,
  answersUnknownTypes: false,
};
