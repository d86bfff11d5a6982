import * as schemas from 'typed-ocpp/dist/ocpp21/schemas.js';
import { errorCodes2 } from '../link/rpc/error-codes.ts';
import { Validator } from '../link/rpc/validator.ts';
import { handlerMap, type Version } from '../version.ts';
import { commands21 } from './commands.ts';
import { handlers21 } from './handlers.ts';

export const v21: Version = {
  name: '2.1',
  subprotocol: 'ocpp2.1',
  errorCodes: errorCodes2,
  validator: new Validator(schemas),
  handlers: handlerMap(handlers21),
  commands: commands21,
  transactionActions: new Set(['TransactionEvent']),
  hasSend: true,
  answersUnknownTypes: false,
};
