/**
 * What blocks are compressed with: exchanges as stations of every version have them, so that even a block of one frame repeats
 * something. Old blocks can only be read with the very same bytes: this file must never change. A better one is a second dictionary.
 */
const id = '9926fbe8-dddf-45b0-90b2-000000000002';
const at = '2026-11-16T00:48:52.934Z';
const accepted = '"status":"Accepted"';

type Sample = { version: string; caller?: string; action: string; request: string; answer?: string; outcome?: string };

const samples: readonly Sample[] = [
  {
    version: '2.0.1',
    caller: 'system',
    action: 'GetLocalListVersion',
    request: '{}',
    answer: `[4,"${id}","NotImplemented","",{}]`,
    outcome: 'error',
  },
  {
    version: '2.0.1',
    caller: 'system',
    action: 'RequestStartTransaction',
    request: `{"evseId":1,"remoteStartId":1,"idToken":{"idToken":"sha256:","type":"ISO14443"}}`,
    answer: `{${accepted},"transactionId":"${id}"}`,
  },
  {
    version: '1.6',
    caller: 'system',
    action: 'TriggerMessage',
    request: '{"requestedMessage":"StatusNotification","connectorId":1}',
    answer: `{${accepted}}`,
  },
  { version: '1.6', action: 'Heartbeat', request: '{}', answer: `{"currentTime":"${at}"}` },
  {
    version: '1.6',
    action: 'BootNotification',
    request:
      '{"chargePointVendor":"","chargePointModel":"","chargePointSerialNumber":"","chargeBoxSerialNumber":"","firmwareVersion":"1.0.0","iccid":"","imsi":"","meterType":"","meterSerialNumber":""}',
    answer: `{"currentTime":"${at}","interval":300,${accepted}}`,
  },
  {
    version: '2.0.1',
    action: 'BootNotification',
    request:
      '{"reason":"PowerUp","chargingStation":{"model":"","vendorName":"","serialNumber":"","firmwareVersion":"1.0.0"}}',
    answer: `{"currentTime":"${at}","interval":300,${accepted}}`,
  },
  { version: '1.6', action: 'Authorize', request: '{"idTag":"sha256:"}', answer: `{"idTagInfo":{${accepted}}}` },
  {
    version: '2.0.1',
    action: 'Authorize',
    request: '{"idToken":{"idToken":"sha256:","type":"ISO14443"}}',
    answer: `{"idTokenInfo":{${accepted}}}`,
  },
  {
    version: '1.6',
    action: 'StartTransaction',
    request: `{"connectorId":1,"idTag":"sha256:","meterStart":1000,"timestamp":"${at}"}`,
    answer: `{"transactionId":1,"idTagInfo":{${accepted}}}`,
  },
  {
    version: '1.6',
    action: 'StopTransaction',
    request: `{"transactionId":1,"idTag":"sha256:","meterStop":1000,"timestamp":"${at}","reason":"EVDisconnected","transactionData":[]}`,
    answer: `{"idTagInfo":{${accepted}}}`,
  },
  {
    version: '1.6',
    action: 'StatusNotification',
    request: `{"connectorId":1,"errorCode":"NoError","status":"Preparing","timestamp":"${at}","info":"","vendorId":""}`,
  },
  {
    version: '2.0.1',
    action: 'StatusNotification',
    request: `{"timestamp":"${at}","connectorStatus":"Available","evseId":1,"connectorId":1}`,
  },
  {
    version: '1.6',
    action: 'MeterValues',
    request: `{"connectorId":1,"transactionId":1,"meterValue":[${values16()}]}`,
  },
  { version: '2.0.1', action: 'MeterValues', request: '{"evseId":1,"meterValue":[]}' },
  {
    version: '2.1',
    action: 'TransactionEvent',
    request: `{"eventType":"Ended","timestamp":"${at}","triggerReason":"EVCommunicationLost","seqNo":8,"offline":false,"transactionInfo":{"stoppedReason":"EVDisconnected","transactionId":"${id}","chargingState":"Idle"},"evse":{"id":1,"connectorId":1},"meterValue":[{"timestamp":"${at}","sampledValue":[{"context":"Transaction.End"}]}]}`,
  },
  {
    version: '2.0.1',
    action: 'TransactionEvent',
    request: `{"eventType":"Started","timestamp":"${at}","triggerReason":"Authorized","seqNo":0,"transactionInfo":{"transactionId":"${id}","chargingState":"EVConnected"},"evse":{"id":1,"connectorId":1},"idToken":{"idToken":"sha256:","type":"ISO14443"},"meterValue":[{"timestamp":"${at}","sampledValue":[{"context":"Transaction.Begin"}]}]}`,
    answer: `{"idTokenInfo":{${accepted}}}`,
  },
  {
    version: '2.0.1',
    action: 'TransactionEvent',
    request: `{"eventType":"Updated","timestamp":"${at}","triggerReason":"MeterValuePeriodic","seqNo":1,"transactionInfo":{"transactionId":"${id}","chargingState":"Charging"},"evse":{"id":1,"connectorId":1},"meterValue":[${values2()}]}`,
  },
];

function values16(): string {
  const more = '"context":"Sample.Periodic","format":"Raw"';
  const values = [
    `"measurand":"Energy.Active.Import.Register","location":"Outlet","unit":"Wh"`,
    `"measurand":"Power.Active.Import","location":"Outlet","unit":"W"`,
    `"measurand":"Current.Import","phase":"L1","location":"Outlet","unit":"A"`,
    `"measurand":"Voltage","phase":"L1-N","location":"Outlet","unit":"V"`,
    `"measurand":"SoC","location":"EV","unit":"Percent"`,
  ];
  return `{"timestamp":"${at}","sampledValue":[${values.map((each) => `{"value":"0",${more},${each}}`).join(',')}]}`;
}

function values2(): string {
  const outlet = '"context":"Sample.Periodic","location":"Outlet"';
  const values = [
    `${outlet},"measurand":"Energy.Active.Import.Register","unitOfMeasure":{"unit":"Wh"}`,
    `${outlet},"measurand":"Power.Active.Import","unitOfMeasure":{"unit":"W"}`,
    `${outlet},"measurand":"Current.Import","phase":"L1","unitOfMeasure":{"unit":"A"}`,
    `${outlet},"measurand":"Voltage","phase":"L1-N","unitOfMeasure":{"unit":"V"}`,
    `"context":"Sample.Periodic","location":"EV","measurand":"SoC","unitOfMeasure":{"unit":"Percent"}`,
  ];
  return `{"timestamp":"${at}","sampledValue":[${values.map((each) => `{"value":0,${each}}`).join(',')}]}`;
}

/** As lines of a block; what is most frequent stands last, where it costs least to refer to. */
export const blockDictionary = Buffer.from(
  samples
    .map(({ version, caller = 'station', action, request, answer = '{}', outcome = 'answered' }) => {
      const call = `[2,"${id}","${action}",${request}]`;
      const result = answer.startsWith('[') ? answer : `[3,"${id}",${answer}]`;
      return JSON.stringify(['CP-1', version, 1794790132934, caller, action, id, call, result, 12, outcome, null]);
    })
    .join('\n'),
);
