import type {
  ChangeAvailabilityRequest,
  ChangeAvailabilityResponse,
  GetVariablesRequest,
  GetVariablesResponse,
  ResetRequest,
  ResetResponse,
  TriggerMessageRequest,
  TriggerMessageResponse,
} from 'typed-ocpp/dist/ocpp21/types.js';
import { answerBy, type Dialect, type Handlers } from './dialect.ts';
import { sharedHandlers, sharedRequests } from './v2.ts';

type Messages = {
  TriggerMessage: { request: TriggerMessageRequest; response: TriggerMessageResponse };
  Reset: { request: ResetRequest; response: ResetResponse };
  GetVariables: { request: GetVariablesRequest; response: GetVariablesResponse };
  ChangeAvailability: { request: ChangeAvailabilityRequest; response: ChangeAvailabilityResponse };
};

const handlers: Handlers<Messages> = { ...sharedHandlers };

export const v21: Dialect = { version: '2.1', ...sharedRequests, answer: answerBy(handlers) };
