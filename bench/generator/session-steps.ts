import { meterValuesPerSession, type Now, registerWh, repeat, type SessionState, type Step } from './session-state.ts';

const status16 = (status: string): Step => ({
  action: 'StatusNotification',
  payload: (_session, { iso }) =>
    `{"connectorId":1,"errorCode":"NoError","status":"${status}","timestamp":"${iso}","vendorId":"Bench"}`,
});

const meterValues: Step = {
  action: 'MeterValues',
  payload: (session, now) =>
    `{"connectorId":1,"transactionId":${session.transactionId},"meterValue":[{"timestamp":"${now.iso}","sampledValue":[${samples16(session, now)}]}]}`,
};

export const session16: readonly Step[] = [
  {
    action: 'BootNotification',
    payload: () =>
      '{"chargePointVendor":"Bench","chargePointModel":"Wallbox 11","chargePointSerialNumber":"BX-0001","firmwareVersion":"1.8.2","meterType":"MID-3"}',
  },
  status16('Preparing'),
  { action: 'Authorize', payload: ({ token }) => `{"idTag":"${token}"}` },
  {
    action: 'StartTransaction',
    payload: ({ token, startWh }, { iso }) =>
      `{"connectorId":1,"idTag":"${token}","meterStart":${Math.round(startWh)},"timestamp":"${iso}"}`,
  },
  ...repeat(meterValuesPerSession, meterValues),
  {
    action: 'StopTransaction',
    payload: (session, now) =>
      `{"transactionId":${session.transactionId},"idTag":"${session.token}","meterStop":${Math.round(registerWh(session, now))},"timestamp":"${now.iso}","reason":"EVDisconnected"}`,
  },
  status16('Available'),
];

function samples16(session: SessionState, now: Now): string {
  const periodic = '"context":"Sample.Periodic","format":"Raw"';
  return (
    `{"value":"${registerWh(session, now)}",${periodic},"measurand":"Energy.Active.Import.Register","location":"Outlet","unit":"Wh"},` +
    `{"value":"11040",${periodic},"measurand":"Power.Active.Import","location":"Outlet","unit":"W"},` +
    `{"value":"15.9",${periodic},"measurand":"Current.Import","phase":"L1","location":"Outlet","unit":"A"},` +
    `{"value":"231.4",${periodic},"measurand":"Voltage","phase":"L1-N","location":"Outlet","unit":"V"},` +
    `{"value":"54",${periodic},"measurand":"SoC","location":"EV","unit":"Percent"}`
  );
}

type Told = { eventType: string; trigger: string; chargingState: string; context: string; more?: string };

export const session201: readonly Step[] = session2x('');

/** The same in 2.1, which also says in which mode the vehicle charges. */
export const session21: readonly Step[] = session2x('"operationMode":"ChargingOnly",');

function session2x(transactionInfo: string): Step[] {
  const updated = transactionEvent(transactionInfo, {
    eventType: 'Updated',
    trigger: 'MeterValuePeriodic',
    chargingState: 'Charging',
    context: 'Sample.Periodic',
  });
  return [
    {
      action: 'BootNotification',
      payload: () =>
        '{"reason":"PowerUp","chargingStation":{"model":"Wallbox 11","vendorName":"Bench","serialNumber":"BX-0001","firmwareVersion":"2.4.1"}}',
    },
    status('Occupied'),
    { action: 'Authorize', payload: ({ token }) => `{"idToken":{"idToken":"${token}","type":"ISO14443"}}` },
    transactionEvent(transactionInfo, {
      eventType: 'Started',
      trigger: 'Authorized',
      chargingState: 'EVConnected',
      context: 'Transaction.Begin',
    }),
    ...repeat(meterValuesPerSession, updated),
    transactionEvent(transactionInfo, {
      eventType: 'Ended',
      trigger: 'EVCommunicationLost',
      chargingState: 'Idle',
      context: 'Transaction.End',
      more: '"stoppedReason":"EVDisconnected",',
    }),
    status('Available'),
  ];
}

function status(connectorStatus: string): Step {
  return {
    action: 'StatusNotification',
    payload: (_session, { iso }) =>
      `{"timestamp":"${iso}","connectorStatus":"${connectorStatus}","evseId":1,"connectorId":1}`,
  };
}

function transactionEvent(info: string, { eventType, trigger, chargingState, context, more = '' }: Told): Step {
  const hasToken = eventType === 'Started';
  return {
    action: 'TransactionEvent',
    payload(session, now) {
      const { transactionId, token } = session;
      const seqNo = session.seqNo++;
      const who = hasToken ? `,"idToken":{"idToken":"${token}","type":"ISO14443"}` : '';
      return (
        `{"eventType":"${eventType}","timestamp":"${now.iso}","triggerReason":"${trigger}","seqNo":${seqNo},` +
        `"transactionInfo":{${info}${more}"transactionId":"${transactionId}","chargingState":"${chargingState}"},` +
        `"evse":{"id":1,"connectorId":1}${who},` +
        `"meterValue":[{"timestamp":"${now.iso}","sampledValue":[${samples(session, now, context)}]}]}`
      );
    },
  };
}

function samples(session: SessionState, now: Now, context: string): string {
  const where = `"context":"${context}","location":"Outlet"`;
  return (
    `{"value":${registerWh(session, now)},${where},"measurand":"Energy.Active.Import.Register","unitOfMeasure":{"unit":"Wh"}},` +
    `{"value":11040,${where},"measurand":"Power.Active.Import","unitOfMeasure":{"unit":"W"}},` +
    `{"value":15.9,${where},"measurand":"Current.Import","phase":"L1","unitOfMeasure":{"unit":"A"}},` +
    `{"value":231.4,${where},"measurand":"Voltage","phase":"L1-N","unitOfMeasure":{"unit":"V"}},` +
    `{"value":54,"context":"${context}","location":"EV","measurand":"SoC","unitOfMeasure":{"unit":"Percent"}}`
  );
}
