import { errorCodes2 } from '../link/rpc/error-codes.ts';
import { handlerMap, type Version } from '../version.ts';
import { commands201 } from './commands.ts';
import { handlers201 } from './handlers.ts';
import { validator201 } from './validator.ts';

export const v201: Version = {
  name: '2.0.1',
  subprotocol: 'ocpp2.0.1',
  errorCodes: errorCodes2,
  validator: validator201,
  handlers: handlerMap(handlers201),
  commands: commands201,
  transactionActions: new Set(['TransactionEvent']),
  hasSend: false,
  answersUnknownTypes: true,
};
