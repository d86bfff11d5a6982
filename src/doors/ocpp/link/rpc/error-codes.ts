/** Why a message cannot be taken, normalized; each version spells it in its own. */
export type Fault =
  | 'not-implemented'
  | 'not-supported'
  | 'internal'
  | 'protocol'
  | 'security'
  | 'format'
  | 'property'
  | 'occurrence'
  | 'type'
  | 'message-type'
  | 'framework';

export type ErrorCodes = Readonly<Record<Fault, string>>;

/** OCPP-J 1.6 prints "Occurence" and "Formation"; its table has no code for a bad message type or frame. */
export const errorCodes16: ErrorCodes = {
  'not-implemented': 'NotImplemented',
  'not-supported': 'NotSupported',
  internal: 'InternalError',
  protocol: 'ProtocolError',
  security: 'SecurityError',
  format: 'FormationViolation',
  property: 'PropertyConstraintViolation',
  occurrence: 'OccurenceConstraintViolation',
  type: 'TypeConstraintViolation',
  'message-type': 'FormationViolation',
  framework: 'FormationViolation',
};

export const errorCodes2: ErrorCodes = {
  ...errorCodes16,
  format: 'FormatViolation',
  occurrence: 'OccurrenceConstraintViolation',
  'message-type': 'MessageTypeNotSupported',
  framework: 'RpcFrameworkError',
};
