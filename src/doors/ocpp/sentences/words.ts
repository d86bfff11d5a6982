import type * as ocpp16 from 'typed-ocpp/dist/ocpp16/types.js';
import type * as ocpp201 from 'typed-ocpp/dist/ocpp20/types.js';
import type * as ocpp21 from 'typed-ocpp/dist/ocpp21/types.js';
import type { ActionName, AnswerOf, RequestOf } from './sentence-types.ts';

type StatusIn<Payload> = Payload extends { status: infer Status } ? Status : never;

type Status16 = ocpp16.StatusNotificationRequest;

/** Words of the protocol that a sentence says; in a language that cannot split them into its own, each needs a translation. */
export type Word =
  | { [Action in ActionName]: StatusIn<RequestOf<Action>> | StatusIn<AnswerOf<Action>> }[ActionName]
  | Status16['status' | 'errorCode']
  | NonNullable<ocpp16.StopTransactionRequest['reason']>
  | ocpp16.AuthorizeResponse['idTagInfo']['status']
  | ocpp16.CertificateUseEnumType
  | ocpp16.SetChargingProfileRequest['csChargingProfiles']['chargingProfilePurpose']
  | ocpp201.ConnectorStatusEnumType
  | ocpp21.AuthorizationStatusEnumType
  | ocpp21.BootReasonEnumType
  | ocpp21.CertificateSigningUseEnumType
  | ocpp21.CertificateStatusEnumType
  | ocpp21.ChargingProfilePurposeEnumType
  | ocpp21.ChargingStateEnumType
  | ocpp21.ClearMonitoringStatusEnumType
  | ocpp21.ComponentCriterionEnumType
  | ocpp21.GetCertificateIdUseEnumType
  | ocpp21.GetVariableStatusEnumType
  | ocpp21.GridEventFaultEnumType
  | ocpp21.InstallCertificateUseEnumType
  | ocpp21.LogEnumType
  | ocpp21.MonitorEnumType
  | ocpp21.ReasonEnumType
  | ocpp21.ReservationUpdateStatusEnumType
  | ocpp21.SetMonitoringStatusEnumType
  | ocpp21.SetVariableStatusEnumType
  | ocpp21.TariffClearStatusEnumType
  | ocpp21.TriggerReasonEnumType;
