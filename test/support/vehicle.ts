import type { AddedVehicle, Contract } from '../../src/contract/access/contract.ts';
import type { CertificateAuthority } from '../../src/contract/stations/certificates.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { VehicleContracts } from '../../src/simulator/plug-and-charge/vehicle-contracts.ts';
import { standard2 } from '../../src/simulator/plug-and-charge/vehicle-standard-2.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import type { StationSettings } from '../../src/simulator/station-settings.ts';
import type { TestSigec } from './sigec.ts';

/** A vehicle that left the factory with a provisioning certificate of ours, and is registered. */
export async function provisionedVehicle(
  sigec: Pick<TestSigec, 'api'>,
  pcid: string,
  standard = standard2,
): Promise<VehicleContracts> {
  const vehicle = new VehicleContracts(pcid, standard);
  const { chain } = await sigec.api.post<AddedVehicle>('/api/contracts/vehicles', { csr: await vehicle.makeRequest() });
  const { authorities } = await sigec.api.get<{ authorities: CertificateAuthority[] }>('/api/certificates/authorities');
  const root = authorities.find(({ role, retiredAt }) => role === standard.rootRole && retiredAt === null);
  vehicle.provision(chain ?? '', root?.certificate ?? '');
  return vehicle;
}

export function issueContract(sigec: Pick<TestSigec, 'api'>, wanted: object): Promise<Contract> {
  return sigec.api.post<Contract>('/api/contracts', wanted);
}

/** A simulated station that is connected and accepted; `await using` stops it. */
export async function connectedStation(
  sigec: Pick<TestSigec, 'addresses'>,
  settings: Pick<StationSettings, 'id'> & { version: OcppVersion },
): Promise<SimulatedStation> {
  const { promise: isAccepted, resolve } = Promise.withResolvers<void>();
  const station = new SimulatedStation({
    ...settings,
    url: sigec.addresses.ocpp,
    secondMs: 20,
    statusEverySeconds: 0,
    callTimeoutSeconds: 1_500,
    onEvent: (event) => {
      if (event.kind === 'state-changed' && event.state === 'accepted') resolve();
    },
  });
  station.start();
  await isAccepted;
  return station;
}
