import type { X509Certificate } from 'node:crypto';
import { expect } from 'vitest';
import type { LocalList } from '../../src/contract/access/local-list.ts';
import type { AddedToken, RefusalList, Token, TokenList } from '../../src/contract/access/token.ts';
import { standard2 } from '../../src/simulator/plug-and-charge/vehicle-standard-2.ts';
import { certificateHash } from '../../src/simulator/trust.ts';
import { beginSession, sessionMessages } from '../support/charge.ts';
import { setVariable } from '../support/set-variable.ts';
import { authorize, enterGroup, enterToken } from '../support/tokens.ts';
import { type UseCase, useCases } from '../support/use-case.ts';
import { issueContract, provisionedVehicle } from '../support/vehicle.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const later = ['2.0.1', '2.1'] as const;

async function refusalsOf({ sigec, stationId }: UseCase) {
  return (await sigec.api.get<RefusalList>(`/api/refusals?stationId=${stationId}`)).refusals;
}

async function findToken({ sigec }: UseCase, value: string) {
  const { id } = await sigec.api.post<Token>('/api/tokens/find', { value });
  const { tokens } = await sigec.api.get<TokenList>('/api/tokens?limit=1000');
  return tokens.find((token) => token.id === id);
}

useCase('C01', 'EV Driver Authorization using RFID', all, async (given) => {
  const { sigec, station, version, stationId } = given;
  const value = `C01-${version}`;
  const unknown = version === '1.6' ? 'Invalid' : 'Unknown';
  expect(await authorize(station, version, { value })).toEqual({ status: unknown });
  expect(await refusalsOf(given)).toMatchObject([{ stationId, status: 'unknown', reason: 'unknown-token' }]);

  const { id } = await enterToken(sigec, value);
  expect(await authorize(station, version, { value: value.toLowerCase() })).toEqual({ status: 'Accepted' });
  expect(await findToken(given, value)).toMatchObject({ id, lastUsedStationId: stationId });

  await sigec.api.post(`/api/tokens/${id}/block`);
  expect(await authorize(station, version, { value })).toEqual({ status: 'Blocked' });
  expect(await refusalsOf(given)).toMatchObject([{ tokenId: id, reason: 'blocked' }, { tokenId: id }]);
  return { messages: ['Authorize', 'Authorize', 'Authorize'] };
});

useCase('C02', 'Authorization using a start button', later, async (given) => {
  const { station, version } = given;
  expect(await authorize(station, version, { value: '', type: 'NoAuthorization' })).toEqual({ status: 'Accepted' });
  expect(await refusalsOf(given)).toEqual([]);
  return { messages: ['Authorize'] };
});

useCase('C03', 'Authorization using a credit or debit card', later, async (given) => {
  const { sigec, station, version } = given;
  // The terminal's back office has taken the card and made an id for it.
  const value = `PAID-${version}`;
  await enterToken(sigec, value, { type: 'central', expiresAt: '2099-01-01T00:00:00.000Z' });
  expect(await authorize(station, version, { value, type: 'Central' })).toEqual({
    status: 'Accepted',
    cacheExpiryDateTime: '2099-01-01T00:00:00.000Z',
  });
  expect(await findToken(given, value)).toMatchObject({ type: 'central', lastUsedAt: expect.any(String) as string });
  return { messages: ['Authorize'] };
});

useCase('C04', 'Authorization using a PIN code', later, async (given) => {
  const { sigec, station, version } = given;
  const value = version === '2.1' ? '735921' : '735201';
  await enterToken(sigec, value, { type: 'key-code' });
  expect(await authorize(station, version, { value, type: 'KeyCode' })).toEqual({ status: 'Accepted' });
  expect(await authorize(station, version, { value, type: 'ISO14443' })).toEqual({ status: 'Invalid' });
  expect(await refusalsOf(given)).toMatchObject([{ reason: 'other-type', tokenType: 'iso14443' }]);
  return { messages: ['Authorize', 'Authorize'] };
});

useCase('C06', 'Authorization using a local id type', later, async (given) => {
  const { sigec, station, version } = given;
  const value = `LOCAL-${version}`;
  expect(await authorize(station, version, { value, type: 'Local' })).toEqual({ status: 'Accepted' });
  const { id } = await enterToken(sigec, value, { type: 'local', isBlocked: true });
  expect(await authorize(station, version, { value, type: 'Local' })).toEqual({ status: 'Blocked' });
  expect(await refusalsOf(given)).toMatchObject([{ tokenId: id, reason: 'blocked' }]);
  return { messages: ['Authorize', 'Authorize'] };
});

const hashData = {
  hashAlgorithm: 'SHA256',
  issuerNameHash: 'a'.repeat(64),
  issuerKeyHash: 'b'.repeat(64),
  serialNumber: '1f',
  responderURL: 'http://ocsp.example/',
};

useCase('C07', 'Authorization using contract certificates', later, async (given) => {
  const { sigec, station, version } = given;
  const value = `DE-8AA-C0700${version === '2.1' ? '2100' : '2010'}`;
  const ask = (shown: object) => station.call('Authorize', { idToken: { idToken: value, type: 'eMAID' }, ...shown });
  expect(await ask({ iso15118CertificateHashData: [hashData] })).toMatchObject({
    idTokenInfo: { status: 'Unknown' },
    certificateStatus: 'NoCertificateAvailable',
  });
  const vehicle = await provisionedVehicle(sigec, `WVWC07-${version.replaceAll('.', '')}`);
  const contract = await issueContract(sigec, { pcid: vehicle.pcid, emaid: value });
  const { exiResponse } = await station.call('Get15118EVCertificate', {
    iso15118SchemaVersion: standard2.schemaVersion,
    action: 'Install',
    exiRequest: vehicle.installationRequest(),
  });
  const { chain } = vehicle.take(String(exiResponse), 'install');
  const [leaf, issuer] = chain as [X509Certificate, X509Certificate];
  const byHash = { iso15118CertificateHashData: [{ ...certificateHash(leaf, issuer), responderURL: 'http://none' }] };
  const stands = { idTokenInfo: { status: 'Accepted' }, certificateStatus: 'Accepted' };
  expect(await ask({ certificate: chain.map(String).join('') })).toMatchObject(stands);
  expect(await ask(byHash)).toMatchObject(stands);
  const doesNot = { idTokenInfo: { status: 'Invalid' }, certificateStatus: 'CertChainError' };
  expect(await ask({ certificate: 'no certificate at all' })).toMatchObject(doesNot);
  expect(await ask({ iso15118CertificateHashData: [hashData] })).toMatchObject(doesNot); // nobody knows whether it was revoked
  await sigec.api.post(`/api/contracts/${contract.id}/revoke`, {});
  expect(await ask(byHash)).toMatchObject({ certificateStatus: 'CertificateRevoked' });
  await sigec.api.post(`/api/tokens/${contract.tokenId}/block`);
  expect(await ask(byHash)).toMatchObject({ certificateStatus: 'ContractCancelled' });
  expect((await refusalsOf(given)).map(({ reason }) => reason)).toEqual([
    'blocked',
    ...['certificate-invalid', 'certificate-invalid', 'certificate-invalid'],
    'unknown-token',
  ]);
  return { messages: ['Authorize', 'Get15118EVCertificate', ...Array.from({ length: 6 }, () => 'Authorize')] };
});

useCase('C08', 'Authorization at the EVSE using ISO 15118 EIM', later, async (given) => {
  const { sigec, station, version } = given;
  const value = `EIM-${version}`;
  await enterToken(sigec, value, { type: 'iso15693' });
  // The vehicle leaves it to the driver: no certificate, a card at the reader.
  expect(await station.call('Authorize', { idToken: { idToken: value, type: 'ISO15693' } })).toEqual({
    idTokenInfo: { status: 'Accepted' },
  });
  expect(await findToken(given, value)).toMatchObject({ type: 'iso15693', lastUsedStationId: given.stationId });
  return { messages: ['Authorize'] };
});

useCase('C09', 'Authorization by GroupId', all, async (given) => {
  const { sigec, station, version } = given;
  const group = await enterGroup(sigec, `FLEET-${version}`);
  const [one, two] = [`C09A-${version}`, `C09B-${version}`];
  for (const value of [one, two]) await enterToken(sigec, value, { groupId: group.id });
  const told =
    version === '1.6'
      ? { status: 'Accepted', parentIdTag: 'FLEET-1.6' }
      : { status: 'Accepted', groupIdToken: { idToken: `FLEET-${version}`, type: 'Central' } };
  expect(await authorize(station, version, { value: one })).toEqual(told);
  expect(await authorize(station, version, { value: two })).toEqual(told);
  expect(await findToken(given, two)).toMatchObject({ groupId: group.id });
  return { messages: ['Authorize', 'Authorize'] };
});

useCase('C10', 'Store Authorization Data in the Authorization Cache', all, async (given) => {
  const { sigec, station, version } = given;
  const value = `C10-${version}`;
  const expiresAt = '2099-06-01T00:00:00.000Z';
  await enterToken(sigec, value, { expiresAt, language: 'pt-BR' });
  // What the station may remember, and until when.
  expect(await authorize(station, version, { value })).toEqual(
    version === '1.6'
      ? { status: 'Accepted', expiryDate: expiresAt }
      : { status: 'Accepted', cacheExpiryDateTime: expiresAt, language1: 'pt-BR' },
  );
  expect(await findToken(given, value)).toMatchObject({ expiresAt, lastUsedStationId: given.stationId });
  return { messages: ['Authorize'] };
});

useCase('C11', 'Clear Authorization Data in the Authorization Cache', all, async ({ station, command, view }) => {
  const running = command('clear-cache');
  expect(await station.answer('ClearCache', { status: 'Accepted' })).toEqual({});
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  const refused = command('clear-cache');
  await station.answer('ClearCache', { status: 'Rejected' });
  expect(await refused).toMatchObject({ outcome: { status: 'rejected', code: 'Rejected' } });
  expect(await view('commands')).toMatchObject({
    commands: [
      { name: 'clear-cache', outcome: { status: 'rejected' } },
      { name: 'clear-cache', outcome: { status: 'accepted' } },
    ],
  });
  return { messages: ['ClearCache', 'ClearCache'] };
});

const startMessage = (version: string) => (version === '1.6' ? 'StartTransaction' : 'TransactionEvent');
const setMessage = (version: string) => (version === '1.6' ? 'ChangeConfiguration' : 'SetVariables');

useCase('C05', 'Authorization for CSMS initiated transactions', all, async (given) => {
  const { sigec, station, version, command, stationId } = given;
  // Nobody shows a card: a token is made for this one start.
  const { token, value } = await sigec.api.post<AddedToken>('/api/tokens', { type: 'central', note: 'by phone' });
  const running = command('start-session', { tokenId: token.id, evseId: 1 });
  const asked = await station.answer(version === '1.6' ? 'RemoteStartTransaction' : 'RequestStartTransaction', {
    status: 'Accepted',
  });
  expect(asked).toMatchObject(version === '1.6' ? { idTag: value } : { idToken: { idToken: value, type: 'Central' } });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await authorize(station, version, { value: value ?? '', type: 'Central' })).toEqual({ status: 'Accepted' });
  const session = await beginSession(given, { value: value ?? '', type: 'Central' });
  expect(session.tokenInfo).toEqual({ status: 'Accepted' });
  expect(await session.read()).toMatchObject({ stationId, tokenHash: token.id, state: 'running' });
  return {
    messages: [
      version === '1.6' ? 'RemoteStartTransaction' : 'RequestStartTransaction',
      'Authorize',
      startMessage(version),
    ],
  };
});

useCase('C12', 'Start Transaction with a cached id', all, async (given) => {
  const { sigec, version } = given;
  const value = `C12-${version}`;
  const { id } = await enterToken(sigec, value);
  // The station knows the token from before: it starts at once, and asks with the start.
  const session = await beginSession(given, { value });
  expect(session.tokenInfo).toEqual({ status: 'Accepted' });
  await sigec.api.post(`/api/tokens/${id}/block`);
  const again = await beginSession(given, { value });
  expect(again.tokenInfo).toEqual({ status: 'Blocked' });
  expect(await refusalsOf(given)).toMatchObject([{ tokenId: id, reason: 'blocked', evseId: 1 }]);
  expect(await session.read()).toMatchObject({ tokenHash: id });
  return { messages: [startMessage(version), startMessage(version)] };
});

useCase('C13', 'Offline Authorization through the Local Authorization List', all, async (given) => {
  const { sigec, station, version, command, view } = given;
  const value = `C13-${version}`;
  const { id } = await enterToken(sigec, value);
  await setVariable(given, { name: 'LocalAuthListCtrlr.Enabled', key: 'LocalAuthListEnabled', value: 'true' });
  await setVariable(given, { name: 'AuthCtrlr.LocalAuthorizeOffline', key: 'LocalAuthorizeOffline', value: 'true' });
  const running = command('send-local-list', { tokenIds: [id] });
  await station.answer('SendLocalList', { status: 'Accepted' });
  await running;
  expect(await view<LocalList>('local-list')).toMatchObject({ isInSync: true, entries: [{ tokenId: id }] });
  // It started while it was offline, and tells afterwards.
  const session = await beginSession(given, { value, more: { offline: true } });
  expect(session.tokenInfo).toEqual({ status: 'Accepted' });
  expect(await session.read()).toMatchObject({ tokenHash: id, flags: version === '1.6' ? [] : ['was-offline'] });
  return { messages: [setMessage(version), setMessage(version), 'SendLocalList', startMessage(version)] };
});

useCase('C14', 'Online Authorization through the Local Authorization List', all, async (given) => {
  const { sigec, station, version, command, view } = given;
  const value = `C14-${version}`;
  const { id } = await enterToken(sigec, value, { isBlocked: true });
  await setVariable(given, { name: 'AuthCtrlr.LocalPreAuthorize', key: 'LocalPreAuthorize', value: 'true' });
  const running = command('send-local-list', { tokenIds: [id] });
  const sent = await station.answer('SendLocalList', { status: 'Accepted' });
  await running;
  const info = version === '1.6' ? 'idTagInfo' : 'idTokenInfo';
  expect(sent['localAuthorizationList']).toMatchObject([{ [info]: { status: 'Blocked' } }]);
  // C14.FR.02: what the list does not accept is asked of us before it is refused.
  await sigec.api.post(`/api/tokens/${id}/unblock`);
  expect(await authorize(station, version, { value })).toEqual({ status: 'Accepted' });
  expect(await view<LocalList>('local-list')).toMatchObject({ isInSync: false, why: 'tokens-changed' });
  return { messages: [setMessage(version), 'SendLocalList', 'Authorize'] };
});

useCase('C15', 'Offline Authorization of an unknown id', all, async (given) => {
  const { version } = given;
  await setVariable(given, {
    name: 'AuthCtrlr.OfflineTxForUnknownIdEnabled',
    key: 'AllowOfflineTxForUnknownId',
    value: 'true',
  });
  const session = await beginSession(given, { value: `C15-${version}`, more: { offline: true } });
  expect(session.tokenInfo).toEqual({ status: version === '1.6' ? 'Invalid' : 'Unknown' });
  expect(await refusalsOf(given)).toMatchObject([{ reason: 'unknown-token', evseId: 1 }]);
  await session.stop(1000, { reason: 'DeAuthorized' });
  expect(await session.read()).toMatchObject({ state: 'ended', stopReason: 'DeAuthorized', energyWh: 0 });
  return { messages: [setMessage(version), startMessage(version), sessionMessages(version)[2] ?? ''] };
});

useCase('C16', 'Stop Transaction with a Master Pass', later, async (given) => {
  const { sigec, station, version } = given;
  const group = await enterGroup(sigec, `MASTER-${version}`);
  const [driver, officer] = [`C16-${version}`, `C16M-${version}`];
  await enterToken(sigec, driver);
  await enterToken(sigec, officer, { groupId: group.id });
  await setVariable(given, { name: 'AuthCtrlr.MasterPassGroupId', value: `MASTER-${version}` });
  const session = await beginSession(given, { value: driver });
  // The officer's pass is told by the group that the station was given as the master's.
  expect(await authorize(station, version, { value: officer })).toEqual({
    status: 'Accepted',
    groupIdToken: { idToken: `MASTER-${version}`, type: 'Central' },
  });
  await session.stop(2000, { value: officer, reason: 'MasterPass' });
  expect(await session.read()).toMatchObject({ state: 'ended', stopReason: 'MasterPass', energyWh: 1000 });
  return { messages: ['SetVariables', 'TransactionEvent', 'Authorize', 'TransactionEvent'] };
});
