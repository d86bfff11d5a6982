import type { Charging } from '#charging/open-charging.ts';
import type { CommandName } from '#contract/commands/commands.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { Missing, UntypedTranslator } from './command.ts';
import type { Handler } from './handler.ts';
import type { ErrorCodes } from './link/rpc/error-codes.ts';
import type { Validator } from './link/rpc/validator.ts';

/** The handlers of a version: a name that is no message of it does not compile. */
export type Handlers<Messages extends Record<keyof Messages, { request: unknown; response: unknown }>> = {
  readonly [Action in keyof Messages]?: Handler<Messages[Action], Charging>;
};

export type Version = {
  name: OcppVersion;
  subprotocol: `ocpp${OcppVersion}`;
  errorCodes: ErrorCodes;
  validator: Validator;
  handlers: ReadonlyMap<string, Handler<{ request: never; response: unknown }, Charging>>;
  commands: Readonly<Record<CommandName, UntypedTranslator | Missing>>;
  /** Messages that carry energy or money: they are never refused for a reason of ours. */
  transactionActions: ReadonlySet<string>;
  /** SEND and CALLRESULTERROR exist. */
  hasSend: boolean;
  /** OCPP-J 2.0.1 §4.4 answers an unknown message type, 1.6 and 2.1 ignore it. */
  answersUnknownTypes: boolean;
};

/** The router validates a payload against the schema of its action before it reaches the handler of that action. */
export function handlerMap(handlers: object): Version['handlers'] {
  return new Map(Object.entries(handlers)) as Version['handlers'];
}

/** 2.1 sends every message of 2.0.1 with the same fields and more; a handler of 2.0.1 reads what it knows. */
export function sharedHandlers<Messages extends Record<keyof Messages, { request: unknown; response: unknown }>>(
  older: object,
): Handlers<Messages> {
  return older;
}
