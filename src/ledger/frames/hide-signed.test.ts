import { expect, test } from 'vitest';
import { cpuClock } from '../../../test/support/cpu-clock.ts';
import { hideSigned, hideSignedText } from './hide-signed.ts';

const record = 'OCMF|{"FV":"1.0","ID":"1F2D3A4F5506C7"}|{"SD":"00"}';
const base64 = Buffer.from(record).toString('base64');
const hex = Buffer.from(record).toString('hex');
const hidden = (text: string) => `(hidden: signed, ${text.length} characters)`;

const frame = (payload: unknown, action = 'MeterValues') => JSON.stringify([2, 'id', action, payload]);

test('frames without anything signed stay byte for byte', () => {
  for (const text of ['[2,"id","Heartbeat",{} ]', frame({ format: 'SignedData-like', value: '1' }), '{broken'])
    expect(hideSigned(text)).toBe(text);
});

test('what a meter signed is hidden in the words of every version, and the readings beside it stay', () => {
  const v2 = (signedMeterData: string) =>
    frame({
      meterValue: [{ sampledValue: [{ value: 7, signedMeterValue: { signedMeterData, encodingMethod: 'OCMF' } }] }],
    });
  expect(hideSigned(v2(base64))).toBe(v2(hidden(base64)));
  const v16 = (value: string) =>
    frame({ meterValue: [{ sampledValue: [{ format: 'SignedData', value }, { value: '7' }] }] });
  for (const value of [record, base64, hex, JSON.stringify({ signedMeterData: base64 }), 'some other format'])
    expect(hideSigned(v16(value))).toBe(v16(hidden(value)));
});

test('a record is found wherever a vendor puts it', () => {
  for (const data of [record, `see: ${record}`, base64, hex, JSON.stringify({ a: { signedMeterData: 'x' } })]) {
    expect(hideSigned(frame({ vendorId: 'v', data }, 'DataTransfer'))).toBe(
      frame({ vendorId: 'v', data: hidden(data) }, 'DataTransfer'),
    );
    expect(hideSignedText(data)).toBe(hidden(data));
  }
  expect(hideSignedText('door is open')).toBe('door is open');
});

test('the certificate of a contract is hidden where a vehicle shows it, the one of a station is not', () => {
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIB';
  expect(hideSigned(frame({ certificate }, 'Authorize'))).not.toContain('MIIB');
  expect(hideSigned(frame({ certificate }, 'InstallCertificate'))).toContain('MIIB');
  expect(hideSigned(frame({ exiRequest: 'AAAA' }, 'Get15118EVCertificate'))).not.toContain('AAAA');
  // Stations of 1.6 say the same as text inside a text.
  const overNote = (request: object) => hideSigned(frame({ data: JSON.stringify(request) }, 'DataTransfer'));
  expect(overNote({ exiRequest: 'AAAA' })).not.toContain('AAAA');
  expect(overNote({ certificate: '-----BEGIN CERTIFICATE-----\nAAAA' })).not.toContain('AAAA');
});

test('of a broken frame no long run is kept in which a token may be written', () => {
  for (const text of [
    `[2,"id","MeterValues",{"signedMeterData":"${base64}"`,
    `[2,"id","MeterValues",{"value":"${record.replaceAll('"', '\\"')}","next":"1234"`,
    `[2,"id","MeterValues",{"format":"SignedData","value":"${hex}`,
  ]) {
    const kept = hideSigned(text);
    expect(kept).toContain('MeterValues');
    for (const secret of ['1F2D3A4F5506C7', base64.slice(20, 50), hex.slice(20, 50)])
      expect(kept).not.toContain(secret);
  }
});

test('of a frame that was cut, what was signed is hidden by the name of its field, however short it is', () => {
  const token = 'ID 04A2B3C4';
  const pad = 'p '.repeat(100);
  const inText = JSON.stringify({ signedMeterData: token, more: token });
  for (const payload of [
    { meterValue: [{ sampledValue: [{ signedMeterValue: { signedMeterData: token } }] }], pad },
    { sampledValue: [{ format: 'SignedData', value: token }, { value: '17.5' }], pad },
    { sampledValue: [{ value: token, format: 'SignedData' }, { value: '17.5' }], pad },
    { data: inText, pad },
    { data: JSON.stringify({ inner: inText }), pad },
    { exiRequest: token, pad },
  ]) {
    const kept = hideSigned(frame(payload).slice(0, -20));
    expect(kept).not.toContain(token);
    expect(kept).toContain('"pad":"p p');
    if ('sampledValue' in payload) expect(kept).toContain('"17.5"');
  }
});

test('a broken frame full of beginnings is looked through in linear time', () => {
  for (const begin of [
    'OCMF|',
    'OCMF |',
    'OCMF',
    'signedMeterData" ',
    '"SignedData',
    '\\',
    'OCMF \\"|',
    'a'.repeat(39) + '"',
  ]) {
    const text = begin.repeat((1024 * 1024) / begin.length);
    const cpuMs = cpuClock();
    hideSigned(`[2,"id","MeterValues",{"OCMF":"${text}\n`);
    hideSigned(JSON.stringify([2, 'id', 'MeterValues', { data: `SignedData ${text}` }]));
    expect(cpuMs()).toBeLessThan(1_000);
  }
});
