import { setTimeout as pause } from 'node:timers/promises';
import { SigecError } from '#base/errors.ts';
import { certificateApi } from '#contract/api/certificates.ts';
import { contractApi } from '#contract/api/contracts.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { Validation } from '#simulator/plug-and-charge/plug-and-charge.ts';
import { VehicleContracts } from '#simulator/plug-and-charge/vehicle-contracts.ts';
import { standard2 } from '#simulator/plug-and-charge/vehicle-standard-2.ts';
import { standard20 } from '#simulator/plug-and-charge/vehicle-standard-20.ts';
import { SimulatedStation } from '#simulator/station.ts';
import { openApi } from '../api.ts';
import { done, failed } from '../exit-code.ts';
import type { ShowOptions, Texts } from '../read-options.ts';
import { localUrl } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';

type Options = ShowOptions &
  Texts<'ocpp' | 'driver' | 'password'> & {
    pcid: string;
    station: string;
    version: OcppVersion;
    validation: Validation;
    iso15118: '2' | '20';
  };

const standards = { '2': standard2, '20': standard20 };

const energyWh = 10_000;
const patienceMs = 120_000;

/** Plug & Charge from the factory to the bill: a vehicle is provisioned, fetches its contract through a station and charges by it. */
export async function simulateVehicle(terminal: Terminal, options: Options): Promise<number> {
  const { pcid, driver, station: id, version, password, validation } = options;
  const words = terminal.text.simulatedVehicle;
  const api = openApi(terminal, options);
  const standard = standards[options.iso15118];
  const vehicle = new VehicleContracts(pcid, standard);
  const { chain } = await api.call(contractApi.registerVehicle, { body: { csr: await vehicle.makeRequest() } });
  const { authorities } = await api.call(certificateApi.authorities);
  const root = authorities.find(({ role, retiredAt }) => role === standard.rootRole && retiredAt === null);
  vehicle.provision(chain ?? '', root?.certificate ?? '');
  terminal.out(words.registered(pcid));
  const body = { pcid, ...(driver !== undefined && { driverId: driver }) };
  const contract = await api.call(contractApi.issue, { body });
  terminal.out(words.issued(contract.id));
  const station = new SimulatedStation({ id, version, password, url: options.ocpp ?? localUrl(terminal, 'ocpp') });
  station.start();
  try {
    terminal.out(words.connecting(id, version));
    await until(terminal, () => station.isOnline);
    const own = await station.plugAndCharge.fetchContract(vehicle);
    terminal.out(words.fetched(localTime(own.chain[0]?.validToDate.toISOString() ?? '')));
    if ((await station.plugAndCharge.begin(1, own, validation)) === 'refused') {
      terminal.out(terminal.paint('bad', words.refused));
      return failed;
    }
    const session = station.sessions.running(1);
    if (session !== undefined) {
      station.sessions.charge(session, energyWh);
      station.sessions.stop(session, 'Local');
    }
    await until(terminal, () => !station.hasQueuedMessages);
    terminal.out(terminal.paint('good', words.charged(energyWh / 1000, id)));
    return done;
  } finally {
    await station.stop();
  }
}

async function until(terminal: Terminal, isSo: () => boolean): Promise<void> {
  const signal = terminal.untilInterrupted();
  const endsAt = performance.now() + patienceMs;
  while (!isSo()) {
    if (signal.aborted || performance.now() > endsAt)
      throw new SigecError('STATION_OFFLINE', terminal.text.simulatedVehicle.notAccepted);
    await pause(100);
  }
}
