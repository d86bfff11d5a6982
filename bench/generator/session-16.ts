import { meterValuesPerSession, type Now, registerWh, repeat, type SessionState, type Step } from './session-state.ts';

const status = (status: string): Step => ({
  action: 'StatusNotification',
  payload: (_session, { iso }) =>
    `{"connectorId":1,"errorCode":"NoError","status":"${status}","timestamp":"${iso}","vendorId":"Bench"}`,
});

const meterValues: Step = {
  action: 'MeterValues',
  payload: (session, now) =>
    `{"connectorId":1,"transactionId":${session.transactionId},"meterValue":[{"timestamp":"${now.iso}","sampledValue":[${samples(session, now)}]}]}`,
};

/** One session as a 1.6 station tells it, from its boot to the connector that is free again. */
export const session16: readonly Step[] = [
  {
    action: 'BootNotification',
    payload: () =>
      '{"chargePointVendor":"Bench","chargePointModel":"Wallbox 11","chargePointSerialNumber":"BX-0001","firmwareVersion":"1.8.2","meterType":"MID-3"}',
  },
  status('Preparing'),
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
  status('Available'),
];

function samples(session: SessionState, now: Now): string {
  const periodic = '"context":"Sample.Periodic","format":"Raw"';
  return (
    `{"value":"${registerWh(session, now)}",${periodic},"measurand":"Energy.Active.Import.Register","location":"Outlet","unit":"Wh"},` +
    `{"value":"11040",${periodic},"measurand":"Power.Active.Import","location":"Outlet","unit":"W"},` +
    `{"value":"15.9",${periodic},"measurand":"Current.Import","phase":"L1","location":"Outlet","unit":"A"},` +
    `{"value":"231.4",${periodic},"measurand":"Voltage","phase":"L1-N","location":"Outlet","unit":"V"},` +
    `{"value":"54",${periodic},"measurand":"SoC","location":"EV","unit":"Percent"}`
  );
}
