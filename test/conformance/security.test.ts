import { X509Certificate } from 'node:crypto';
import { expect } from 'vitest';
import type { EventPage } from '../../src/contract/event.ts';
import type { CertificateRequests, StationCertificates } from '../../src/contract/stations/certificates.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import type { SecurityEventList, StationSecurity } from '../../src/contract/stations/security.ts';
import { makeCsr } from '../support/csr.ts';
import { bootPayload, connectRaw, statusOfRefusal } from '../support/raw-station.ts';
import { someText, textWith } from '../support/some.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const twos = ['2.0.1', '2.1'] as const;

/** How each version answers the setting of one value. */
const setting = {
  '1.6': { action: 'ChangeConfiguration', answer: (status: string) => ({ status }) },
  '2.0.1': { action: 'SetVariables', answer: setVariablesAnswer },
  '2.1': { action: 'SetVariables', answer: setVariablesAnswer },
};

function setVariablesAnswer(attributeStatus: string) {
  const named = { component: { name: 'SecurityCtrlr' }, variable: { name: 'BasicAuthPassword' } };
  return { setVariableResult: [{ attributeStatus, ...named }] };
}

function passwordIn(payload: Record<string, unknown>): string {
  const { value, setVariableData } = payload as { value?: string; setVariableData?: [{ attributeValue: string }] };
  return value ?? setVariableData?.[0].attributeValue ?? '';
}

/** The station drops its connection and comes back with a password, or with none. */
async function reconnect({ station, sigec, stationId, version }: UseCase, password?: string): Promise<void> {
  station.socket.close();
  await station.closed;
  await using again = await connectRaw(sigec.addresses.ocpp, stationId, {
    protocols: [`ocpp${version}`],
    ...(password !== undefined && { password }),
  });
  await again.ask([2, 'again', 'BootNotification', bootPayload[version]]);
}

useCase('A01', 'Update Charging Station Password', all, async (given) => {
  const { version, station, command, view, sigec, stationId } = given;
  const { action, answer } = setting[version];
  const running = command('change-password');
  const asked = await station.answer(action, answer('Accepted'));
  const password = passwordIn(asked);
  expect(asked).toEqual(
    version === '1.6'
      ? { key: 'AuthorizationKey', value: password }
      : {
          setVariableData: [
            {
              component: { name: 'SecurityCtrlr' },
              variable: { name: 'BasicAuthPassword' },
              attributeValue: password,
            },
          ],
        },
  );
  expect(password).toMatch(/^[0-9a-f]{40}$/);
  const record = await running;
  expect(record).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await view<StationSecurity>('security')).toMatchObject({ password: { changes: [{ isAccepted: true }] } });
  await reconnect(given, password);
  expect(await view<StationSecurity>('security')).toMatchObject({
    password: { isSet: true, changes: [], changedAt: someText },
  });
  const protocols = [`ocpp${version}`];
  expect(await statusOfRefusal(sigec.addresses.ocpp, { stationId, protocols })).toBe(401);
  // Neither what is shown of the command nor the recorder tells the password.
  const { messages } = await view<MessageList>('messages?limit=1000');
  expect(messages.map(({ action: name }) => name)).toContain(action);
  expect(JSON.stringify([record, messages])).not.toContain(password);
  return { messages: [action, 'BootNotification'] };
});

useCase('A01', 'Update Charging Station Password, answer lost', all, async (given) => {
  const { version, station, command, view } = given;
  const { action } = setting[version];
  const running = command('change-password');
  const [, , asked, payload] = (await station.next()) as [number, string, string, Record<string, unknown>];
  expect(asked).toBe(action);
  station.socket.close(); // it has taken the password, and its answer never arrives
  expect(await running).toMatchObject({ outcome: { status: 'no-answer' } });
  expect(await view<StationSecurity>('security')).toMatchObject({
    password: { isSet: false, changes: [{ isAccepted: false }] },
  });
  await reconnect(given, passwordIn(payload));
  expect(await view<StationSecurity>('security')).toMatchObject({ password: { isSet: true, changes: [] } });
  return { messages: [action, 'BootNotification'] };
});

useCase('A01', 'Update Charging Station Password, request lost', all, async (given) => {
  const { version, station, command, view } = given;
  const running = command('change-password');
  await station.next();
  station.socket.close(); // it never saw the request, so it comes back as before
  await running;
  await reconnect(given);
  expect(await view<StationSecurity>('security')).toMatchObject({ password: { isSet: false, changes: [] } });
  return { messages: [setting[version].action, 'BootNotification'] };
});

useCase('A01', 'Update Charging Station Password, refused', all, async ({ version, station, command, view }) => {
  const { action, answer } = setting[version];
  const running = command('change-password');
  await station.answer(action, answer('Rejected'));
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'Rejected' } });
  expect(await view<StationSecurity>('security')).toMatchObject({ password: { isSet: false, changes: [] } });
  return { messages: [action] };
});

/** The station asks for its certificate and gets it; returns what was delivered. */
async function renewCertificate({ version, station, stationId }: UseCase): Promise<string> {
  const csr = await makeCsr(`CN=${stationId},O=Ipê`);
  const kind = version === '1.6' ? {} : { certificateType: 'ChargingStationCertificate' };
  const number = version === '2.1' ? { requestId: 7 } : {};
  expect(await station.call('SignCertificate', { csr, ...kind, ...number })).toEqual({ status: 'Accepted' });
  const signed = await station.answer('CertificateSigned', { status: 'Accepted' });
  expect(signed).toEqual({ certificateChain: someText, ...kind, ...number });
  return signed['certificateChain'] as string;
}

function certificatesIn(chain: string): X509Certificate[] {
  return chain
    .split(/(?<=-----END CERTIFICATE-----)/)
    .filter((pem) => pem.includes('BEGIN'))
    .map((pem) => new X509Certificate(pem));
}

async function expectInstalled({ stationId, view, sigec }: UseCase, chain: string): Promise<void> {
  const [leaf, issuer, root] = certificatesIn(chain);
  const authority = await sigec.api.get<{ certificate: string }>('/api/certificates/ca');
  expect(root?.fingerprint256).toBe(new X509Certificate(authority.certificate).fingerprint256);
  expect(leaf?.subject).toContain(`CN=${stationId}`);
  expect(issuer !== undefined && leaf?.verify(issuer.publicKey)).toBe(true);
  expect(root !== undefined && issuer?.verify(root.publicKey)).toBe(true);
  await expect
    .poll(() => view<CertificateRequests>('certificate-requests'))
    .toMatchObject({ requests: [{ purpose: 'station', state: 'installed', serialNumber: someText }] });
  expect(await view<StationCertificates>('certificates')).toMatchObject({
    issued: [{ serialNumber: leaf?.serialNumber.toLowerCase(), purpose: 'station', revokedAt: null }],
  });
}

useCase('A02', 'Update Charging Station Certificate by request of CSMS', all, async (given) => {
  const { version, station, command } = given;
  const trigger = version === '1.6' ? 'ExtendedTriggerMessage' : 'TriggerMessage';
  const running = command('trigger', { message: 'sign-station-certificate' });
  await station.answer(trigger, { status: 'Accepted' });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  await expectInstalled(given, await renewCertificate(given));
  return { messages: [trigger, 'SignCertificate', 'CertificateSigned'] };
});

useCase('A03', 'Update Charging Station Certificate initiated by the Charging Station', all, async (given) => {
  await expectInstalled(given, await renewCertificate(given));
  return { messages: ['SignCertificate', 'CertificateSigned'] };
});

useCase('A03', 'A certificate for somebody else is refused', all, async ({ version, station, view }) => {
  const answer = await station.call('SignCertificate', { csr: await makeCsr('CN=somebody-else') });
  expect(answer).toMatchObject({
    status: 'Rejected',
    ...(version !== '1.6' && { statusInfo: { reasonCode: 'InvalidCSR' } }),
  });
  expect(await station.call('SignCertificate', { csr: 'no request at all' })).toMatchObject({ status: 'Rejected' });
  expect(await view<CertificateRequests>('certificate-requests')).toMatchObject({
    requests: [
      { state: 'refused', subject: null },
      { state: 'refused', subject: 'CN=somebody-else' },
    ],
  });
  return { messages: ['SignCertificate', 'SignCertificate'] };
});

useCase('A03', 'A station declines its certificate, and it can be sent again', all, async (given) => {
  const { station, stationId, command, view } = given;
  await station.call('SignCertificate', { csr: await makeCsr(`CN=${stationId}`) });
  await station.answer('CertificateSigned', { status: 'Rejected' });
  const requests = () => view<CertificateRequests>('certificate-requests');
  await expect.poll(requests).toMatchObject({ requests: [{ state: 'declined' }] });
  const [request] = (await requests()).requests;
  const running = command('send-certificate', { requestId: request?.id });
  await station.answer('CertificateSigned', { status: 'Accepted' });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await requests()).toMatchObject({ requests: [{ state: 'installed' }] });
  return { messages: ['SignCertificate', 'CertificateSigned', 'CertificateSigned'] };
});

useCase(
  'A03',
  'A certificate under a root that is not ours is refused',
  ['2.1'],
  async ({ station, stationId, view }) => {
    const foreign = { hashAlgorithm: 'SHA256', issuerNameHash: 'aa', issuerKeyHash: 'bb', serialNumber: '1' };
    const csr = await makeCsr(`CN=${stationId}`);
    const answer = await station.call('SignCertificate', {
      csr,
      certificateType: 'V2G20Certificate',
      hashRootCertificate: foreign,
    });
    expect(answer).toMatchObject({ status: 'Rejected' });
    expect(await view<CertificateRequests>('certificate-requests')).toMatchObject({
      requests: [{ state: 'refused', purpose: 'v2g20' }],
    });
    return { messages: ['SignCertificate'] };
  },
);

useCase('A04', 'Security Event Notification', all, async ({ station, view, sigec, stationId }) => {
  const tamper = {
    type: 'TamperDetectionActivated',
    timestamp: '2026-03-01T08:00:00.000Z',
    techInfo: 'door 2 is open',
  };
  const clock = { type: 'FailedToAuthenticateAtCsms', timestamp: '2026-03-01T09:00:00.000Z' };
  for (const event of [tamper, clock, tamper]) // what was not answered in time is told again
    expect(await station.call('SecurityEventNotification', event)).toEqual({});
  const { events, open } = await view<SecurityEventList>('security-events');
  expect(open).toBe(2);
  const booked = async () => {
    const ledger = await sigec.api.get<EventPage>('/api/events?limit=1000&from=newest');
    const own = ledger.events.filter((event) => event.kind === 'security-event' && event.stationId === stationId);
    return own.map(({ flags }) => flags);
  };
  await expect.poll(booked, { timeout: 5_000 }).toEqual([['critical'], []]);
  expect(events).toMatchObject([
    { type: 'FailedToAuthenticateAtCsms', isCritical: false, details: null },
    {
      type: 'TamperDetectionActivated',
      isCritical: true,
      details: 'door 2 is open',
      happenedAt: tamper.timestamp,
      acknowledgedAt: null,
    },
  ]);
  const path = `/api/stations/${stationId}/security-events/${events[1]?.id}/acknowledge`;
  await sigec.api.post(path, { note: 'the electrician' });
  expect(await view<SecurityEventList>('security-events?state=open')).toMatchObject({
    open: 1,
    events: [{ type: clock.type }],
  });
  expect(await view<SecurityEventList>('security-events?state=acknowledged')).toMatchObject({
    events: [{ note: 'the electrician', acknowledgedBy: someText, acknowledgedAt: someText }],
  });
  return { messages: ['SecurityEventNotification', 'SecurityEventNotification'] };
});

/** The station gets a password and comes back with it, as an upgrade wants it. */
/** Returns the password that the station was sent and has taken. */
async function givePassword({ version, station, command }: UseCase): Promise<string> {
  const running = command('change-password');
  const asked = await station.answer(setting[version].action, setting[version].answer('Accepted'));
  await running;
  return passwordIn(asked);
}

useCase('A05', 'Upgrade Charging Station Security Profile', all, async (given) => {
  const { version, station, command, view, sigec, stationId } = given;
  const { action, answer } = setting[version];
  const password = await givePassword(given);
  if (version !== '1.6') await setNetworkProfile(given);
  const slots = version === '1.6' ? {} : { networkSlots: [2, 1] };
  const running = command('set-security-profile', { profile: 1, ...slots });
  expect(await station.answer(action, answer('Accepted'))).toEqual(
    version === '1.6'
      ? { key: 'SecurityProfile', value: '1' }
      : {
          setVariableData: [
            {
              component: { name: 'OCPPCommCtrlr' },
              variable: { name: 'NetworkConfigurationPriority' },
              attributeValue: '2,1',
            },
          ],
        },
  );
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { needsReset: version !== '1.6' } } });
  // Until it has come by the new profile it may fall back to the old one.
  expect(await view<StationSecurity>('security')).toMatchObject({ minimumProfile: 0, wantedProfile: 1 });
  const resetting = command('reset', { when: 'idle' });
  await station.answer('Reset', { status: 'Accepted' });
  await resetting;
  await reconnect(given, password);
  expect(await view<StationSecurity>('security')).toMatchObject({
    minimumProfile: 1,
    wantedProfile: null,
    currentProfile: 1,
    profileAcceptedAt: someText,
  });
  // A05.FR.07: what was reached is a floor.
  expect(await statusOfRefusal(sigec.addresses.ocpp, { stationId, protocols: [`ocpp${version}`] })).toBe(401);
  return {
    messages: [action, ...(version === '1.6' ? [] : ['SetNetworkProfile']), action, 'Reset', 'BootNotification'],
  };
});

/** 2.x keeps the security profile in the network profile of a slot. */
async function setNetworkProfile({ version, station, command }: UseCase): Promise<void> {
  const running = command('set-network-profile', {
    slot: 2,
    url: 'wss://csms.example/ocpp',
    version,
    interface: 'wired-0',
    securityProfile: 1,
  });
  await station.answer('SetNetworkProfile', { status: 'Accepted' });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
}

useCase('A05', 'Upgrade refused by the station', all, async (given) => {
  const { version, station, command, view } = given;
  const { action, answer } = setting[version];
  await givePassword(given);
  const slots = version === '1.6' ? {} : { networkSlots: [2] };
  const running = command('set-security-profile', { profile: 3, ...slots });
  await station.answer(action, answer('Rejected'));
  expect(await running).toMatchObject({ outcome: { status: 'rejected' } });
  expect(await view<StationSecurity>('security')).toMatchObject({ minimumProfile: 0 });
  return { messages: [action, action] };
});

useCase('A05', 'No upgrade without the means to sign in', twos, async ({ station, command, view }) => {
  const withoutSlot = await command('set-security-profile', { profile: 1 });
  expect(withoutSlot.outcome).toMatchObject({ status: 'not-sent', reason: textWith('networkSlots') });
  const withoutPassword = await command('set-security-profile', { profile: 1, networkSlots: [1] });
  expect(withoutPassword.outcome).toMatchObject({ status: 'not-sent', reason: textWith('no password') });
  expect(await view<StationSecurity>('security')).toMatchObject({ minimumProfile: 0 });
  await station.call('Heartbeat', {});
  return { messages: ['BootNotification'] };
});
