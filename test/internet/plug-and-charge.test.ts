import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contract, contractList } from '../../src/contract/access/contract.ts';
import type { Bill } from '../../src/contract/billing/bill.ts';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import type { certificateAuthorityList } from '../../src/contract/stations/certificates.ts';
import type { VehicleContract } from '../../src/simulator/plug-and-charge/vehicle-contracts.ts';
import { standard20 } from '../../src/simulator/plug-and-charge/vehicle-standard-20.ts';
import type { SimulatedStation } from '../../src/simulator/station.ts';
import { freePort } from '../support/openssl.ts';
import { runSigec } from '../support/run-sigec.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import { connectedStation, issueContract, provisionedVehicle } from '../support/vehicle.ts';

type Output<Shape extends { _output: unknown }> = Shape['_output'];

const versions = ['1.6', '2.0.1', '2.1'] as const;
const validations = ['central', 'station'] as const;
const cases = versions.flatMap((version) => validations.map((validation) => ({ version, validation })));
const patience = { timeout: 20_000, interval: 50 };

let sigec: TestSigec;
beforeAll(async () => {
  const port = await freePort();
  const address = { API_PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', ...address });
  await sigec.api.post('/api/tariffs', { id: 'pnc', currency: 'EUR', perKwh: '0.5' });
  await sigec.api.post('/api/tariff-assignments', { tariffId: 'pnc' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const stateOf = async (contract: Pick<Contract, 'id'>) =>
  (await sigec.api.get<Output<typeof contractList>>('/api/contracts')).contracts.find(({ id }) => id === contract.id);

/** Charges ten kilowatt hours with nothing but the contract, and gives back the session as the product knows it. */
async function charge(station: SimulatedStation, own: VehicleContract, validation: 'central' | 'station') {
  expect(await station.plugAndCharge.begin(1, own, validation)).toBe('started');
  const running = station.sessions.running(1);
  if (running === undefined) throw new Error('no session runs');
  station.sessions.charge(running, 10_000);
  station.sessions.stop(running, 'Local');
  const ended = async (): Promise<Session | undefined> =>
    (await sigec.api.get<SessionPage>(`/api/sessions?stationId=${station.id}`)).sessions[0];
  await expect.poll(ended, patience).toMatchObject({ state: 'ended' });
  return (await ended()) as Session;
}

describe.concurrent('a vehicle with a contract of ours', () => {
  test.for(cases)(
    'is authorised, its session is billed to the contract, and a revoked one is refused: OCPP $version, $validation validation',
    async ({ version, validation }, { expect }) => {
      const name = `${version.replaceAll('.', '')}${validation.slice(0, 4).toUpperCase()}`;
      const vehicle = await provisionedVehicle(sigec, `WVWPNC${name}`);
      const contract = await issueContract(sigec, { pcid: vehicle.pcid });
      expect(contract).toMatchObject({ state: 'waiting', certificates: [] });
      await using station = await connectedStation(sigec, { id: `PNC-${name}`, version });

      const own = await station.plugAndCharge.fetchContract(vehicle);
      expect(await stateOf(contract)).toMatchObject({
        state: 'installed',
        certificates: [{ stationId: station.id, revokedAt: null }],
      });

      const session = await charge(station, own, validation);
      expect(session).toMatchObject({ energyWh: 10_000, tokenHash: contract.tokenId });
      const bill = () => sigec.api.get<Bill>(`/api/sessions/${session.id}/bill`);
      await expect.poll(bill, patience).toMatchObject({ state: 'final', total: '5.00' });

      await sigec.api.post(`/api/contracts/${contract.id}/revoke`, {});
      expect(await station.plugAndCharge.authorize(own, validation)).toEqual({
        status: 'Invalid',
        certificateStatus: 'CertificateRevoked',
      });
      expect(await station.plugAndCharge.begin(1, own, validation)).toBe('refused');
      await expect(station.plugAndCharge.fetchContract(vehicle)).rejects.toThrow('NoContract');
    },
  );

  test.for(versions)('renews it with the contract that it has: OCPP %s', async (version, { expect }) => {
    const vehicle = await provisionedVehicle(sigec, `WVWUPD${version.replaceAll('.', '')}`);
    await issueContract(sigec, { pcid: vehicle.pcid });
    await using station = await connectedStation(sigec, { id: `UPD-${version}`, version });
    const first = await station.plugAndCharge.fetchContract(vehicle);
    const second = await station.plugAndCharge.fetchContract(vehicle, 'update');
    expect(second.emaid).toBe(first.emaid);
    expect(second.chain[0]?.serialNumber).not.toBe(first.chain[0]?.serialNumber);
    expect(await station.plugAndCharge.authorize(second)).toMatchObject({ certificateStatus: 'Accepted' });
  });
});

describe.concurrent('a vehicle of ISO 15118-20', () => {
  test.for(validations)(
    'is authorised, billed, and refused once revoked: %s validation',
    async (validation, { expect }) => {
      const pcid = `WVWTWENTYABCDEF${validation === 'central' ? '123' : '456'}`;
      const vehicle = await provisionedVehicle(sigec, pcid, standard20);
      const contract = await issueContract(sigec, { pcid });
      await using station = await connectedStation(sigec, { id: `PNC20-${validation}`, version: '2.1' });
      const own = await station.plugAndCharge.fetchContract(vehicle);
      expect(own.chain.map(({ publicKey }) => publicKey.asymmetricKeyDetails?.namedCurve)).toEqual([
        'secp521r1',
        'secp521r1',
      ]);
      expect(own.key.export({ format: 'jwk' })).toMatchObject(own.chain[0]?.publicKey.export({ format: 'jwk' }) ?? {});
      expect(await stateOf(contract)).toMatchObject({ state: 'installed' });
      const session = await charge(station, own, validation);
      expect(session).toMatchObject({ energyWh: 10_000, tokenHash: contract.tokenId });
      // It has no update: what runs out is installed anew.
      const second = await station.plugAndCharge.fetchContract(vehicle);
      expect(second.emaid).toBe(own.emaid);
      await sigec.api.post(`/api/contracts/${contract.id}/revoke`, {});
      for (const each of [own, second])
        expect(await station.plugAndCharge.authorize(each, validation)).toEqual({
          status: 'Invalid',
          certificateStatus: 'CertificateRevoked',
        });
      await expect(station.plugAndCharge.fetchContract(vehicle)).rejects.toThrow('NoContract');
    },
  );

  test('that shows what it did not sign gets nothing, and an update is none of its words', async ({ expect }) => {
    const vehicle = await provisionedVehicle(sigec, 'WVWTWENTYABCDEF777', standard20);
    const thief = await provisionedVehicle(sigec, 'WVWTWENTYABCDEF888', standard20);
    await issueContract(sigec, { pcid: vehicle.pcid });
    await using station = await connectedStation(sigec, { id: 'PNC20-THIEF', version: '2.1' });
    const answer = await station.ask('Get15118EVCertificate', {
      iso15118SchemaVersion: standard20.schemaVersion,
      action: 'Update',
      exiRequest: vehicle.installationRequest(),
    });
    expect(answer).toMatchObject({ status: 'Failed', statusInfo: { reasonCode: 'UnsupportedAction' } });
    Object.assign(thief, { provisioning: Reflect.get(vehicle, 'provisioning') as unknown });
    await expect(station.plugAndCharge.fetchContract(thief)).rejects.toThrow('SignatureError');
  });

  test('is served over the older versions too, whose shorter field has room for it', async ({ expect }) => {
    const vehicle = await provisionedVehicle(sigec, 'WVWTWENTYABCDEF999', standard20);
    const contract = await issueContract(sigec, { pcid: vehicle.pcid });
    for (const version of ['1.6', '2.0.1'] as const) {
      await using station = await connectedStation(sigec, { id: `PNC20-${version}`, version });
      await expect(station.plugAndCharge.fetchContract(vehicle)).resolves.toMatchObject({
        emaid: expect.any(String) as string,
      });
    }
    expect(await stateOf(contract)).toMatchObject({ state: 'installed' });
  });
});

describe.concurrent('every answer about a certificate has its case', () => {
  test('a contract that is blocked, unknown, or shown by the certificate of another', async ({ expect }) => {
    const [vehicle, other] = [await provisionedVehicle(sigec, 'WVWCASE1'), await provisionedVehicle(sigec, 'WVWCASE2')];
    const contract = await issueContract(sigec, { pcid: vehicle.pcid, emaid: 'DE-8AA-C00000001-X' });
    await issueContract(sigec, { pcid: other.pcid });
    await using station = await connectedStation(sigec, { id: 'CASES', version: '2.0.1' });
    const own = await station.plugAndCharge.fetchContract(vehicle);
    const others = await station.plugAndCharge.fetchContract(other);
    const ask = (emaid: string, chain = own.chain, validation: 'central' | 'station' = 'central') =>
      station.plugAndCharge.authorize({ emaid, chain }, validation);

    expect(own.emaid).toBe('DE8AAC00000001');
    for (const spelling of ['DE8AAC00000001', 'de-8aa-c00000001', 'DE8AAC00000001X', 'DE-8AA-C00000001-X'])
      expect(await ask(spelling)).toEqual({ status: 'Accepted', certificateStatus: 'Accepted' });
    const foreign = { status: 'Invalid', certificateStatus: 'CertChainError' };
    expect(await ask(own.emaid, others.chain)).toEqual(foreign);
    expect(await ask(own.emaid, others.chain, 'station')).toEqual(foreign);
    expect(await ask('DE8AAC99999999')).toEqual({ status: 'Unknown', certificateStatus: 'NoCertificateAvailable' });
    await sigec.api.post(`/api/tokens/${contract.tokenId}/block`);
    expect(await ask(own.emaid)).toEqual({ status: 'Blocked', certificateStatus: 'ContractCancelled' });
    expect(await ask(own.emaid, own.chain, 'station')).toMatchObject({ certificateStatus: 'ContractCancelled' });
  });

  test('a vehicle that is not registered, or shows what it did not sign, gets nothing', async ({ expect }) => {
    const vehicle = await provisionedVehicle(sigec, 'WVWCASE3');
    const thief = await provisionedVehicle(sigec, 'WVWCASE4');
    await using station = await connectedStation(sigec, { id: 'THIEF', version: '2.1' });
    await expect(station.plugAndCharge.fetchContract(vehicle)).rejects.toThrow('no contract that is in force');
    await issueContract(sigec, { pcid: vehicle.pcid });
    // The thief has the certificate of the other, which everybody may see, and not its key.
    Object.assign(thief, { provisioning: Reflect.get(vehicle, 'provisioning') as unknown });
    await expect(station.plugAndCharge.fetchContract(thief)).rejects.toThrow('SignatureError');
  });

  test('of several contracts 2.1 is given the one that the vehicle would like', async ({ expect }) => {
    const vehicle = await provisionedVehicle(sigec, 'WVWMANY');
    const emaids = ['DE8AAC00000011', 'DE8AAC00000012', 'DE8AAC00000013'];
    for (const emaid of emaids) await issueContract(sigec, { pcid: vehicle.pcid, emaid });
    await using station = await connectedStation(sigec, { id: 'MANY', version: '2.1' });
    const fetched: unknown[] = [];
    for (const prioritizedEMAIDs of [['DE-8AA-C00000012'], undefined, undefined]) {
      const answer = await station.ask('Get15118EVCertificate', {
        iso15118SchemaVersion: 'urn:iso:15118:2:2013:MsgDef',
        action: 'Install',
        exiRequest: vehicle.installationRequest(),
        maximumContractCertificateChains: 1,
        ...(prioritizedEMAIDs && { prioritizedEMAIDs }),
      });
      const { exiResponse, remainingContracts } = answer as { exiResponse: string; remainingContracts: number };
      fetched.push([vehicle.take(exiResponse, 'install').emaid, remainingContracts]);
    }
    expect(fetched[0]).toEqual(['DE8AAC00000012', 2]);
    expect(new Set(fetched.map((each) => (each as [string])[0]))).toEqual(new Set(emaids));
  });

  test('a vehicle of ISO 15118-2 that asks by ISO 15118-20, or by a schema that nobody knows, is told why it gets nothing', async ({
    expect,
  }) => {
    const vehicle = await provisionedVehicle(sigec, 'WVW20');
    await issueContract(sigec, { pcid: vehicle.pcid });
    await using station = await connectedStation(sigec, { id: 'TWENTY', version: '2.1' });
    const ask = (iso15118SchemaVersion: string, exiRequest: string) =>
      station.ask('Get15118EVCertificate', { iso15118SchemaVersion, action: 'Install', exiRequest });
    const failed = (reasonCode: string) => ({ status: 'Failed', statusInfo: { reasonCode } });
    expect(await ask('urn:din:70121:2012:MsgDef', vehicle.installationRequest())).toMatchObject(
      failed('UnsupportedSchema'),
    );
    expect(await ask(standard20.schemaVersion, vehicle.installationRequest())).toMatchObject(failed('InvalidExi'));
    // Its own key on P-256 signs what ISO 15118-20 wants signed.
    Object.assign(vehicle, { standard: standard20 });
    expect(await ask(standard20.schemaVersion, vehicle.installationRequest())).toMatchObject(
      failed('UnsupportedCurve'),
    );
  });
});

test('a contract of somebody else is refused once what their responder said has run out', async () => {
  const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
  const folder = await mkdtemp(join(tmpdir(), 'sigec-roots-'));
  const { authorities } = await sigec.api.get<Output<typeof certificateAuthorityList>>('/api/certificates/authorities');
  const root = authorities.find(({ role }) => role === 'mobility-operator-root');
  await writeFile(join(folder, 'roots.pem'), root?.certificate ?? '');
  try {
    await using abroad = await startSigec(
      {
        OCPP_UNKNOWN_STATIONS: 'accept',
        CONTRACT_ROOTS: join(folder, 'roots.pem'),
        REVOCATION_HOSTS: new URL(sigec.addresses.api).host,
        REVOCATION_CACHE_MINUTES: '10',
      },
      { clock },
    );
    const vehicle = await provisionedVehicle(sigec, 'WVWROAM');
    const contract = await issueContract(sigec, { pcid: vehicle.pcid, emaid: 'BRSIGC00000099' });
    await using home = await connectedStation(sigec, { id: 'HOME', version: '2.0.1' });
    const own = await home.plugAndCharge.fetchContract(vehicle);
    await abroad.api.post('/api/tokens', { value: own.emaid, type: 'emaid' });
    await using station = await connectedStation(abroad, { id: 'ABROAD', version: '2.1' });
    for (const validation of validations)
      expect(await station.plugAndCharge.authorize(own, validation)).toMatchObject({ certificateStatus: 'Accepted' });
    await sigec.api.post(`/api/contracts/${contract.id}/revoke`, { reason: 'key-compromise' });
    clock.aheadMs = 10 * 60_000 + 1_000;
    for (const validation of validations)
      expect(await station.plugAndCharge.authorize(own, validation)).toEqual({
        status: 'Invalid',
        certificateStatus: 'CertificateRevoked',
      });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the guide can be followed: a simulated vehicle charges by a contract, and the terminal lists it', async () => {
  const env = { SIGEC_URL: sigec.addresses.api, SIGEC_KEY: adminKey };
  const simulated = await runSigec(
    ['simulate', 'vehicle', 'WVWGUIDE1', '--station', 'GUIDE', '--version', '1.6', '--ocpp', sigec.addresses.ocpp],
    env,
  );
  expect(simulated).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('charged 10 kWh') as string,
  });
  const by20 = ['simulate', 'vehicle', 'WVWGUIDEABCDEFG120', '--iso15118', '20', '--version', '2.1'];
  const newer = await runSigec([...by20, '--station', 'GUIDE-20', '--ocpp', sigec.addresses.ocpp], env);
  expect(newer).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('charged 10 kWh') as string });
  const listed = await runSigec(['contract', 'list'], env);
  expect(listed.stdout).toMatch(/WVWGUIDE1.*in the vehicle/);
  const vehicles = await runSigec(['contract', 'vehicle', 'list', '--json'], env);
  expect(vehicles.stdout).toContain('WVWGUIDE1');
});
